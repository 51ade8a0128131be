/// What the doctor asks of a machine. Tests have one whose answers they choose.
protocol Machine {
    /// Returns what a command prints; nil if there is no such command, or it fails.
    func output(of command: [String]) -> String?

    /// Returns the text of a file; nil if it cannot be read.
    func text(of file: String) -> String?

    /// Returns a variable of the environment.
    func variable(_ name: String) -> String?

    /// Whether files can be made in a folder, or the folder itself, if it does not exist.
    func canWrite(in folder: String) -> Bool

    /// Whether a port of 127.0.0.1 can be listened at.
    func canListen(at port: UInt16) -> Bool

    /// Returns the process that listens at a port, such as `examples (process 123)`; nil if it cannot be told.
    func listener(at port: UInt16) -> String?

    /// How many files and sockets a process may have open, if it asks for as many as it is permitted.
    var openFiles: UInt64 { get }

    /// Whether the commands of this process are root's.
    var isRoot: Bool { get }
}
