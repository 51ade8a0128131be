/// `elmwood doctor`: says what is missing on this machine.
struct DoctorCommand {
    static let usage = """
        Usage: elmwood doctor

        Examines the toolchain, the system packages and their versions, the data folder, the port, and the limits of open files and
        of inotify, and says how to get what is missing. It changes nothing.

        The status is 1 if something is missing without which nothing is built or served. PORT and ELMWOOD_DATA are those of a site.
        """

    init(_ arguments: [String]) throws {
        let arguments = try Arguments(arguments, usage: Self.usage)
        guard arguments.operands.isEmpty else {
            throw UsageError("doctor takes no \(arguments.operands.joined(separator: " ")).", usage: Self.usage)
        }
    }

    func run() throws -> Int32 {
        let machine = LocalMachine()
        let diagnosis = Diagnosis(findings: Doctor(machine: machine).findings(), isRoot: machine.isRoot)
        print(diagnosis.text)
        return diagnosis.isSomethingMissing ? 1 : 0
    }
}
