/// What has ended a process: a fault of its program, as Swift's runtime reports it on the standard error stream.
package struct ProcessFault: Codable, Equatable, Sendable {
    /// What the runtime says, such as `Index out of range`.
    package var message: String
    /// The path of the source file; nil if it is unknown.
    package var file: String?
    /// The number of the line, from 1.
    package var line: Int?

    package init(message: String, file: String? = nil, line: Int? = nil) {
        self.message = message
        self.file = file
        self.line = line
    }

    /// Returns the same with the file's path as it is from a folder, if it is below it.
    package func relative(to folder: String) -> ProcessFault {
        var fault = self
        fault.file = file.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
        return fault
    }
}

/// Finds faults in what a process writes to its standard error stream, line by line.
package struct ProcessFaultReader: Sendable {
    /// The folder of the package. The runtime often names a line of the standard library, and the backtrace the package's.
    private let folder: String
    private var fault: ProcessFault?
    /// What the log says of a function that does not return, which ends its process later.
    private var endless: String?

    package init(folder: String) { self.folder = folder }

    /// Reads a line.
    ///
    /// - Returns: the fault, as far as it is known by now, if the line says anything about one.
    package mutating func read(_ line: Substring) -> ProcessFault? {
        if let found = fault(in: line) {
            fault = found
            return found
        }
        if let start = line.firstRange(of: "event=\""), line.contains("has not returned for") {
            endless = String(line[start.upperBound...].prefix { $0 != "\"" })
            fault = nil
            return nil
        }
        if line.hasPrefix("*** Program crashed: ") {
            let reason = line.dropFirst("*** Program crashed: ".count).prefix { $0 != "*" }.dropLast()
            if reason.hasPrefix("Aborted") {
                // The site ends a process whose function does not return. That of a former version may be ended late.
                guard let endless else { return nil }
                fault = ProcessFault(message: endless)
            } else {
                // The runtime has said why before, unless the system has ended the process.
                fault = fault ?? ProcessFault(message: String(reason))
            }
            return fault
        }
        guard var found = fault, found.file == nil, let mark = line.firstRange(of: " at \(folder)/") else { return nil }
        let place = Self.place(line[mark.lowerBound...].dropFirst(" at ".count))
        guard let place, !place.file.contains("/.build/") else { return nil }
        (found.file, found.line) = (place.file, place.line)
        fault = found
        return found
    }

    /// Reads `/path/Counter.swift:10: Fatal error: message`; nil for any other line.
    private func fault(in line: Substring) -> ProcessFault? {
        guard let mark = line.firstRange(of: "Fatal error"), case let before = line[..<mark.lowerBound],
            before.isEmpty || before.hasSuffix(": ")
        else { return nil }
        let message = line[mark.upperBound...].drop { $0 == ":" || $0 == " " }
        var fault = ProcessFault(message: message.isEmpty ? "Fatal error" : String(message))
        if let place = Self.place(before), place.file.hasPrefix(folder + "/") {
            (fault.file, fault.line) = (place.file, place.line)
        }
        return fault
    }

    /// Reads the file and the line of `/path/File.swift:10:5`.
    private static func place(_ text: Substring) -> (file: String, line: Int)? {
        let parts = text.split { $0 == ":" }
        guard parts.count >= 2, let line = Int(parts[1].prefix(while: \.isNumber)) else { return nil }
        return (String(parts[0]), line)
    }
}
