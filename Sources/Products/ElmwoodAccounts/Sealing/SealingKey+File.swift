import CElmwoodSodium
import FoundationEssentials
import Glibc

extension SealingKey {
    /// Returns the key of a secret text, or else the one in a folder.
    ///
    /// - Parameters:
    ///   - secret: a secret text (``init(secret:)``), such as `ELMWOOD_SECRET`; nil if there is none. Several nodes need
    ///   one: each has a folder of its own.
    ///   - folder: the folder of all persistent data (`ELMWOOD_DATA`).
    /// - Throws: ``Invalid`` if the secret is too short, or the file cannot be read or made.
    public static func load(secret: String?, folder: String) throws(Invalid) -> SealingKey {
        if let secret { return try SealingKey(secret: secret) }
        return try stored(in: folder)
    }

    /// Returns the key in the file `sealing.key` of a folder. If there is none, both are made.
    ///
    /// The file has a line of 64 hexadecimal digits for each key: the first seals, and all of them open. To change the key,
    /// write a new line above the others. Nobody but its owner can read the file.
    ///
    /// - Throws: ``Invalid`` if the file cannot be read or made, everybody can read it, or it has other content.
    public static func stored(in folder: String) throws(Invalid) -> SealingKey {
        let fileName = "sealing.key"
        let path = "\(folder)/\(fileName)"
        if access(path, F_OK) != 0 {
            do throws(NewFileError) {
                // Another process may make it at the same time: whose file is there first is the one that all read.
                try createFile(fileName, in: folder, content: Array((hexadecimal(randomBytes(32)) + "\n").utf8))
            } catch {
                throw Invalid(description: error.description)
            }
        }
        var keys: [[UInt8]] = []
        for line in try text(at: path).split(whereSeparator: \.isWhitespace) {
            guard let key = key(line) else {
                throw Invalid(description: "\(path) has a line that is not 64 hexadecimal digits.")
            }
            keys.append(key)
        }
        guard let first = keys.first else { throw Invalid(description: "\(path) is empty.") }
        return try SealingKey(bytes: first, former: Array(keys.dropFirst()))
    }

    private static func text(at path: String) throws(Invalid) -> String {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("\(path) cannot be read") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("\(path) cannot be read") }
        guard status.st_mode & 0o007 == 0 else {
            throw Invalid(description: "Everybody can read \(path): chmod 600 it, or make a new one.")
        }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { throw failure("\(path) cannot be read") }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func failure(_ what: String) -> Invalid {
        Invalid(description: "\(what) (\(String(cString: strerror(errno)))).")
    }

    private static func key(_ digits: Substring) -> [UInt8]? {
        let digits = digits.utf8.map { CChar(bitPattern: $0) }
        var key = [UInt8](repeating: 0, count: 32)
        guard digits.count == 64, sodium_hex2bin(&key, key.count, digits, digits.count, nil, nil, nil) == 0 else {
            return nil
        }
        return key
    }
}
