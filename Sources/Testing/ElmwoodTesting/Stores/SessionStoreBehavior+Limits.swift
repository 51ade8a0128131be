import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// What happens at the limit of one million bytes.
    static let limits: [SessionStoreBehavior] = [
        SessionStoreBehavior(
            "A full store reports an error, stores nothing of that commit, and accepts more once there is room"
        ) { given async throws in
            let (store, key) = (given.store, given.key)
            let large = given.session(1, String(repeating: "7", count: 100_000))
            let keys = (0..<20).map { _ in SessionKey(id: SessionID(), program: "/") }
            _ = try await store.commit([.save(key, given.session(1), over: nil)])
            var saved = 0
            let error = await #expect(throws: StorageError.self) {
                for large in keys {
                    let former = UInt64(saved) + 1
                    _ = try await store.commit([
                        .save(key, given.session(StoredVersion(former + 1)), over: StoredVersion(former)),
                        .save(large, given.session(1, String(repeating: "7", count: 100_000)), over: nil),
                    ])
                    saved += 1
                }
            }
            #expect(error?.description.contains("full") == true)
            #expect((8...10).contains(saved))
            #expect(try await store.load(key) == given.session(StoredVersion(UInt64(saved) + 1)))
            for (number, key) in keys.enumerated() {
                #expect(try await store.load(key) == (number < saved ? large : nil))
            }
            #expect(try await store.commit([.remove(keys[0].id)]) == [true])
            #expect(try await store.commit([.save(keys[19], large, over: nil)]) == [true])
            #expect(try await store.load(keys[19]) == large)
        },
        SessionStoreBehavior("If a commit fails the due times are unchanged") { given async throws in
            let (store, key, other, second) = (given.store, given.key, given.other, given.second)
            _ = try await store.commit([
                .save(key, given.session(1, due: 10), over: nil), .save(other, given.session(1, due: 20), over: nil),
            ])
            let large = given.session(2, String(repeating: "7", count: 2_000_000), due: 5)
            await #expect(throws: StorageError.self) {
                _ = try await store.commit([
                    .postpone(key, to: 30, version: 1), .remove(other.id), .save(second, large, over: nil),
                ])
            }
            #expect(try await store.due("/counter", by: 20, limit: 9) == [key, other])
            #expect(try await store.due("/todos", by: 99, limit: 9) == [])
        },
    ]
}
