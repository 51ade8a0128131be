import Glibc

/// The command `elmwood`: it begins a package, serves it while it is written, and examines the machine.
@main
struct ElmwoodCommand {
    /// The version of Elmwood that this command belongs to.
    static let version = "0.1.0"

    static let usage = """
        Usage: elmwood COMMAND

          new NAME     write a package with a program, its test and what it needs to be built, tested and deployed;
                       with --element, a custom element: `elmwood new --help` says more
          dev          build the package of this folder, serve it, and do so again when a file changes
          doctor       say what is missing on this machine, and how to get it
          help         this text; `elmwood help COMMAND` explains one command
          --version    the version of Elmwood
        """

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let name = arguments.isEmpty ? "help" : arguments.removeFirst()
        exit(status(of: name, arguments))
    }

    /// Runs a command, and returns the status with which the process ends: 0, 1 if it failed, 2 if it was called wrongly.
    static func status(of name: String, _ arguments: [String]) -> Int32 {
        do {
            return try run(name, arguments)
        } catch let error as UsageError {
            printError("elmwood: \(error.message)\n\n\(error.usage)")
            return 2
        } catch let error as CommandError {
            printError("elmwood: \(error.message)")
            return 1
        } catch {
            printError("elmwood: \(error)")
            return 1
        }
    }

    private static func run(_ name: String, _ arguments: [String]) throws -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") { return try help(with: [name]) }
        switch name {
        case "new": return try NewCommand(arguments).run()
        case "dev": return try DevCommand(arguments).run()
        case "doctor": return try DoctorCommand(arguments).run()
        case "help", "--help", "-h": return try help(with: arguments)
        case "--version", "version":
            print("elmwood \(version)")
            return 0
        default: throw UsageError("there is no command \(name).", usage: usage)
        }
    }

    private static func help(with arguments: [String]) throws -> Int32 {
        switch arguments.first {
        case nil, "help", "--help", "-h": print(usage)
        case "new": return try NewCommand(["--help"]).run()
        case "dev": print(DevCommand.usage)
        case "doctor": print(DoctorCommand.usage)
        case let name?: throw UsageError("there is no command \(name).", usage: usage)
        }
        return 0
    }

    /// Writes a line at once, also where the output is no terminal.
    static func say(_ text: some StringProtocol) {
        write("\(text)\n", to: STDOUT_FILENO)
    }

    static func printError(_ text: some StringProtocol) {
        write("\(text)\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to stream: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty, case let count = bytes.withUnsafeBytes({ Glibc.write(stream, $0.baseAddress, $0.count) }),
            count > 0
        {
            bytes = bytes.dropFirst(count)
        }
    }
}
