import ElmwoodArchitecture
import ElmwoodStorage
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

@Suite struct SlotIndexTests {
    @Test func `Visitors are found as long as they are in the table, and no others`() throws {
        let host = ProgramHost(Echo(), name: "/", registry: SessionRegistry(environment: .system { _, _ in })).sessions
        let session = SessionCore(host: host, model: try host.start(Visit()).model, visitor: nil)
        var table = SessionShard.Table()
        var present: [SessionID: UInt32] = [:]
        var gone: [SessionID] = []
        for number in 1...UInt32(4_000) {
            let id = SessionID()
            table.insert(SessionShard.Visitor(id: id, first: session, client: number, at: 0))
            present[id] = number
            // More are removed than added in the second half, so that the table shrinks too.
            for _ in 0..<(number > 2_000 ? 2 : number % 2) {
                guard let id = present.keys.randomElement(), let slot = table.slot(of: id) else { continue }
                #expect(table.remove(slot).id == id)
                present[id] = nil
                gone.append(id)
            }
            table.shrink()
            guard number % 100 == 0 else { continue }
            for (id, client) in present { #expect(table.slot(of: id).map { table[$0].client } == client) }
            #expect(gone.allSatisfy { table.slot(of: $0) == nil })
        }
        #expect(table.slot(of: SessionID()) == nil)
    }

    @Test func `An empty table finds nobody`() { #expect(SessionShard.Table().slot(of: SessionID()) == nil) }
}
