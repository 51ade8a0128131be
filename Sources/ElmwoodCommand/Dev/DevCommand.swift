/// `elmwood dev`: builds the package of a folder and serves it.
struct DevCommand {
    static let usage = "Usage: elmwood dev"

    init(_ arguments: [String]) throws {
        _ = try Arguments(arguments, usage: Self.usage)
    }

    func run() throws -> Int32 {
        throw CommandError("`elmwood dev` is not here yet.")
    }
}
