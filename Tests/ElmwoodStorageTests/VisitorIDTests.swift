import ElmwoodStorage
import Testing

@Suite struct VisitorIDTests {
    @Test func `An id is read as it is written, and nothing else is`() throws {
        let id = VisitorID()
        #expect(VisitorID(id.text) == id)
        #expect(id.text.utf8.count == 32)
        #expect(VisitorID() != id)
        for text in ["", "0", id.text + "0", String(id.text.dropLast()) + "g", String(repeating: "A", count: 32)] {
            #expect(VisitorID(text) == nil)
        }
    }

    @Test func `Printing a visitor does not give the id away`() {
        let id = VisitorID()
        #expect("\(id) \(String(reflecting: StorageOwner.visitor(id)))".contains(id.text) == false)
    }
}
