import ElmwoodDevelopment
import Testing

struct ProcessFaultTests {
    private func read(_ text: String) -> [ProcessFault] {
        var reader = ProcessFaultReader(folder: "/shop")
        return text.split(separator: "\n").compactMap { reader.read($0) }
    }

    @Test func `The package's first line in the backtrace is where the fault is`() {
        let faults = read(
            """
            time=2026-01-01T00:00:00Z level=info event="serving at http://127.0.0.1:8080"
            Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range

            *** Signal 4: Backtracing from 0x7fb17f76df7f... done ***
            *** Program crashed: Illegal instruction at 0x00007fb17f76df7f ***
            Thread 0 "Shop" crashed:
              1 [ra] 0x00007fb17f8f961f _assertionFailure(_:_:file:line:flags:) + 302 in libswiftCore.so
              2 [ra] 0x0000563ae187ff40 closure in Elmwood at /shop/.build/checkouts/elmwood/Sources/A.swift:9:1
              3 [ra] 0x0000563ae187ff40 update(_:_:) + 47 in Shop at /shop/Sources/Shop/Counter.swift:22:45
              4 [ra] 0x0000563ae188002c main + 139 in Shop at /shop/Sources/Shop/Main.swift:2:7
            """
        )
        #expect(
            faults.last
                == ProcessFault(message: "Index out of range", file: "/shop/Sources/Shop/Counter.swift", line: 22)
        )
    }

    @Test func `A line of the package that the runtime names is taken`() {
        let faults = read(
            "/shop/Sources/Shop/Counter.swift:7: Fatal error: not yet\n  3 [ra] 0x1 f in Shop at /shop/Sources/B.swift:1:1"
        )
        #expect(faults == [ProcessFault(message: "not yet", file: "/shop/Sources/Shop/Counter.swift", line: 7)])
    }

    @Test func `A signal without a message is a fault too`() {
        #expect(
            read("*** Program crashed: Bad pointer dereference at 0x0 ***").map(\.message) == [
                "Bad pointer dereference at 0x0"
            ]
        )
    }

    @Test func `The next fault does not have the place of the former one`() {
        let faults = read(
            "A.swift:1: Fatal error: one\n  1 f in Shop at /shop/A.swift:5:1\nB.swift:1: Fatal error: two\n"
        )
        #expect(faults.last == ProcessFault(message: "two"))
    }

    @Test func `A function that does not return is the fault of the abort that ends it, and of no other`() {
        let endless = "time=1 level=error event=\"/crud: update on delete has not returned for 60 s\" kind=endless_call"
        let abort = "*** Program crashed: Aborted at 0x000000000000379d ***"
        let place = "  1 loop() + 4 in Shop at /shop/Sources/Shop/A.swift:62:9"
        let faults = read([endless, abort, place].joined(separator: "\n"))
        #expect(faults.last?.message == "/crud: update on delete has not returned for 60 s")
        #expect(faults.last?.line == 62)
        // A former version may be ended after the next one has begun.
        #expect(read([abort, place].joined(separator: "\n")).isEmpty)
    }

    @Test func `Lines of a log are no faults`() {
        #expect(read("level=error event=\"a Fatal error of the form was mentioned\"\n at /shop/A.swift:1:1").isEmpty)
    }
}
