/// `elmwood new`: writes a package.
struct NewCommand {
    static let usage = """
        Usage: elmwood new NAME [--sql] [--shared] [--accounts] [--elmwood PATH-or-URL]
        """

    init(_ arguments: [String]) throws {
        _ = try Arguments(
            arguments,
            flags: ["--sql", "--shared", "--accounts"],
            values: ["--elmwood"],
            usage: Self.usage
        )
    }

    func run() throws -> Int32 {
        throw CommandError("`elmwood new` is not here yet.")
    }
}
