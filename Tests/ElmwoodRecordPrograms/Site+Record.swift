import Elmwood

extension Site {
    /// Adds the programs that record which messages have arrived.
    package mutating func addRecord() {
        share(Ledger())
        mount(Record(notes: AttemptNotes()), at: "/")
    }
}
