import ElmwoodArchitecture

extension HistoryFile {
    /// Returns the reads of a history, and their values, each once. What was not stored is left out.
    static func written(_ reads: HistoryReads) throws -> ([Read], [JSONValue]) {
        var written: [Read] = []
        var values: [JSONValue] = []
        var places: [RecordedRead: Int] = [:]
        for number in reads.numbers {
            for entry in reads.entries(at: number) {
                var read = Read(turn: number, name: entry.name)
                switch entry.record {
                case .value(let json):
                    if places[entry.record] == nil {
                        places[entry.record] = values.count
                        values.append(try JSON.decode(JSONValue.self, from: json))
                    }
                    read.value = places[entry.record]
                case .notFound: read.isMissing = true
                case .failure(let sentence): read.failure = sentence
                case .omitted: continue
                }
                written.append(read)
            }
        }
        return (written, values)
    }

    /// The reads of the file, by turns.
    var recordedReads: [(turn: Int, entry: HistoryReads.Entry)] {
        let records = (values ?? []).map { value in (try? JSON.encode(value)).map(RecordedRead.value) ?? .omitted }
        return (reads ?? []).map { read in
            let record: RecordedRead =
                if let place = read.value, records.indices.contains(place) {
                    records[place]
                } else if let failure = read.failure {
                    .failure(failure)
                } else {
                    read.isMissing ?? false ? .notFound : .omitted
                }
            return (read.turn, HistoryReads.Entry(name: read.name, record: record))
        }
    }
}
