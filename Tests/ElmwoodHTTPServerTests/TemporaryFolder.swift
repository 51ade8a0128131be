import Glibc

/// A new folder for one test, removed with everything in it when the test ends.
final class TemporaryFolder {
    struct Failure: Error {}

    let path: String

    init() throws {
        var template = Array("/tmp/elmwood-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        if mode(of: path).map({ $0 & S_IFMT == S_IFDIR }) == true {
            for name in names(in: path) { remove("\(path)/\(name)") }
        }
        Glibc.remove(path)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ name: String, _ content: String, modified: Int = 784_111_777) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { throw Failure() }
        fputs(content, stream)
        fclose(stream)
        let time = timespec(tv_sec: modified, tv_nsec: 0)
        guard utimensat(AT_FDCWD, file, [time, time], 0) == 0 else { throw Failure() }
        return file
    }

    func makeFolder(_ name: String) {
        mkdir("\(path)/\(name)", 0o755)
    }

    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    static func contents(of path: String) -> [UInt8]? {
        guard let stream = fopen(path, "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
        return bytes
    }
}
