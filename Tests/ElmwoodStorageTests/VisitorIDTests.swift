import ElmwoodStorage
import Testing

@Suite struct VisitorIDTests {
    @Test func `An id's text is read back as the same id, and other texts are refused`() throws {
        let id = VisitorID()
        #expect(VisitorID(id.text) == id)
        #expect(id.text.utf8.count == 32)
        #expect(VisitorID() != id)
        for text in ["", "0", id.text + "0", String(id.text.dropLast()) + "g", String(repeating: "A", count: 32)] {
            #expect(VisitorID(text) == nil)
        }
    }

    @Test func `A printed visitor does not contain the id`() {
        let id = VisitorID()
        #expect("\(id) \(String(reflecting: StorageOwner.visitor(id)))".contains(id.text) == false)
    }
}
