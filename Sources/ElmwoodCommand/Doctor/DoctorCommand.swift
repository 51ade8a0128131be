/// `elmwood doctor`: says what is missing on this machine.
struct DoctorCommand {
    static let usage = "Usage: elmwood doctor"

    init(_ arguments: [String]) throws {
        _ = try Arguments(arguments, usage: Self.usage)
    }

    func run() throws -> Int32 {
        throw CommandError("`elmwood doctor` is not here yet.")
    }
}
