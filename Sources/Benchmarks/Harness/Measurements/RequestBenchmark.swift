/// CPU time of GET and POST, as ratios to a bare C server over the same library that sends the same bytes.
///
/// The servers alternate within each round, so that other work of the machine affects all of them; a ratio is that of two runs of
/// the same round.
struct RequestBenchmark {
    let options: Options
    let products: Products

    /// One server's part of a round.
    private struct Lane {
        let name: String
        let load: Load
        var results: [LoadResult] = []
    }

    /// Measures the subjects of the options.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        let cookies = try (0..<options.connections).map { _ in try server.beginSession() }

        let page = try server.process.exchange(Requests.get(Requests.counter, cookie: cookies.first))
        let bare = try BareServer(products, options, sending: page).process
        defer { bare.stop() }
        let twin = try BareServer(products, options, sending: page).process
        defer { twin.stop() }

        let get = cookies.map { Requests.get(Requests.counter, cookie: $0) }
        var lanes = [Lane(name: "bare C, GET", load: try Load(on: bare, requests: get, expecting: 200))]
        lanes.append(Lane(name: "bare C against itself", load: try Load(on: twin, requests: get, expecting: 200)))
        if options.subjects.contains(.get) {
            lanes.append(
                Lane(name: "GET counter page", load: try Load(on: server.process, requests: get, expecting: 200))
            )
            // Of a visitor without a session no view is kept: the program is started, and its view rendered.
            let newcomer = Requests.get(Requests.counter)
            let load = try Load(on: server.process, newcomer, times: options.connections, expecting: 200)
            lanes.append(Lane(name: "GET counter page, no session", load: load))
        }
        if options.subjects.contains(.post) {
            let browser = cookies.map { Requests.browserPost(cookie: $0) }
            let curl = cookies.map { Requests.curlPost(cookie: $0) }
            lanes.append(
                Lane(name: "POST to the 303", load: try Load(on: server.process, requests: browser, expecting: 303))
            )
            lanes.append(
                Lane(name: "POST to the page", load: try Load(on: server.process, requests: curl, expecting: 200))
            )
        }
        try measure(&lanes)
        return findings(lanes, pageSize: page.body.count)
    }

    private func measure(_ lanes: inout [Lane]) throws {
        for lane in lanes {
            _ = try lane.load.run(options.requests / 5 + 1)
        }
        for round in 0..<options.rounds {
            // The order changes from round to round: caches and clock rates favour a server that follows a light one.
            for place in lanes.indices {
                let index = (place + round) % lanes.count
                lanes[index].results.append(try lanes[index].load.run(options.requests))
            }
        }
    }

    private func findings(_ lanes: [Lane], pageSize: Int) -> [Finding] {
        // The first two are the same program: their mean is the base of the comparison, and their difference shows how reliable the
        // ratios of this run are.
        guard lanes.count >= 2 else { return [] }
        let yardstick = zip(lanes[0].results, lanes[1].results).map { ($0.cpuMicroseconds + $1.cpuMicroseconds) / 2 }
        let limits = ["GET counter page": 1.5, "POST to the 303": 1.8, "POST to the page": 2.1]
        return lanes.enumerated().map { index, lane in
            let cpu = Statistics(lane.results.map(\.cpuMicroseconds))
            let rate = Statistics(lane.results.map(\.requestsPerSecond))
            let absolute = "\(cpu.median.rounded(to: 2)) µs CPU, \(rate.median.rounded(to: 0)) requests/s"
            guard index > 0 else {
                return Finding(
                    lane.name,
                    "\(Statistics(yardstick).median.rounded(to: 2)) µs CPU",
                    detail: "\(rate.median.rounded(to: 0)) requests/s, \(pageSize) bytes"
                )
            }
            let reference = index == 1 ? lanes[0].results.map(\.cpuMicroseconds) : yardstick
            let ratio = Statistics(zip(lane.results, reference).map { $0.cpuMicroseconds / $1 })
            let spread = "×\(ratio.quartiles.0.rounded(to: 2)) to ×\(ratio.quartiles.1.rounded(to: 2)); \(absolute)"
            guard let limit = limits[lane.name] else {
                return Finding(lane.name, "\(ratio.median.rounded(to: 2)) × bare GET", detail: spread)
            }
            return Finding(lane.name, ratio.median, atMost: limit, digits: 2, unit: " × bare GET", detail: spread)
        }
    }
}
