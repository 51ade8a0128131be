/// The memory of an idle open page with a table of 1,000 rows, including its session: the growth of the process by many of them.
struct OpenPagesBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        // The memory for the first requests belongs to no page.
        let first = try OpenPage(on: server.process, at: Requests.rows, number: 0)
        for _ in 0..<100 { try first.act(["clear", "create"]) }
        let before = try server.process.residentBytes()
        let count = 200
        for number in 1...count {
            let page = try OpenPage(on: server.process, at: Requests.rows, number: number)
            try page.act(["create"])
            try page.act(["select(500)"])
        }
        let busy = try server.process.residentBytes()
        // The server drops the pages' snapshots meanwhile.
        let idle = try server.process.lowestResidentBytes(within: 25)
        _ = try first.reload()
        return [
            Finding(
                "memory of an idle page with 1,000 rows",
                Double(idle - before) / Double(count) / 1_000,
                atMost: 60,
                digits: 1,
                unit: " KB",
                detail: "\(count) pages; \((Double(busy - before) / Double(count) / 1_000).rounded(to: 1)) KB "
                    + "while they were used"
            )
        ]
    }
}
