import Glibc

/// What tests need to start the executables of their own build.
package enum TestExecutable {
    package struct NotFound: Error {}

    /// Returns the path of an executable among the products of this build, whose folder is that of the tests.
    package static func path(of product: String) throws -> String {
        for line in text(of: "/proc/self/maps").split(separator: "\n") {
            guard let start = line.firstIndex(of: "/"), line.hasSuffix(".xctest"), let end = line.lastIndex(of: "/")
            else { continue }
            return String(line[start..<end]) + "/" + product
        }
        throw NotFound()
    }

    /// The variables of the tests' own environment.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        for entry in text(of: "/proc/self/environ").split(separator: "\0") {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        }
        return variables
    }

    /// Returns the content of a file; empty if it cannot be read.
    package static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { text += buffer.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }
}
