import Glibc

/// Why a file could not be made.
struct NewFileError: Error, CustomStringConvertible {
    /// One plain sentence.
    let description: String

    init(_ what: String) {
        description = "\(what) (\(String(cString: strerror(errno))))."
    }
}

/// Makes a file that only its owner can read, whole or not at all, and the folder if there is none.
///
/// A file of that name that is there already is left as it is. A link is made to the finished draft, since a link, unlike a
/// renamed file, replaces none.
func createFile(_ name: String, in folder: String, content: [UInt8]) throws(NewFileError) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw NewFileError("The folder \(folder) cannot be made") }
    let path = "\(folder)/\(name)"
    let draft = "\(folder)/.\(name).\(hexadecimal(randomBytes(8)))"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw NewFileError("\(draft) cannot be made") }
    defer {
        close(file)
        unlink(draft)
    }
    var rest = content[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw NewFileError("\(draft) cannot be written") }
        rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw NewFileError("\(draft) cannot be written") }
    guard link(draft, path) == 0 || errno == EEXIST else { throw NewFileError("\(path) cannot be made") }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
}
