import ElmwoodStorage
import Testing

extension StorageBehavior {
    /// The visitors' tokens.
    static let tokens: [StorageBehavior] = [
        StorageBehavior("A token is known from the visitor's first saved value on, and no other token is") {
            given async throws in
            let storage = try await given.make(StorageLimits())
            let (token, planted) = (VisitorToken(), VisitorToken())
            let visitor = VisitorID(firstToken: token.hash)
            #expect(try await storage.visitor(of: token.hash) == nil)
            #expect(try await storage.load("a", of: .visitor(visitor)) == nil)
            #expect(try await storage.visitor(of: token.hash) == nil)
            try await storage.save([1], as: "a", of: .visitor(visitor))
            try await storage.save([1], as: "a", of: .shared)
            #expect(try await storage.visitor(of: token.hash) == visitor)
            #expect(try await storage.visitor(of: planted.hash) == nil)
        },
        StorageBehavior("Revoked tokens are unknown, and no later save makes the first one valid again") {
            given async throws in
            let storage = try await given.make(StorageLimits())
            for hasSaved in [true, false] {
                let tokens = (0..<3).map { _ in VisitorToken() }
                let visitor = VisitorID(firstToken: tokens[0].hash)
                if hasSaved { try await storage.save([1], as: "a", of: .visitor(visitor)) }
                try await storage.revokeTokens(of: visitor)
                try await storage.save([2], as: "b", of: .visitor(visitor))
                #expect(try await storage.visitor(of: tokens[0].hash) == nil)
                try await storage.addToken(tokens[1].hash, of: visitor)
                try await storage.addToken(tokens[2].hash, of: visitor)
                #expect(try await storage.visitor(of: tokens[0].hash) == nil)
                for token in tokens.dropFirst() { #expect(try await storage.visitor(of: token.hash) == visitor) }
                #expect(try await storage.load("a", of: .visitor(visitor)) == (hasSaved ? [1] : nil))
                try await storage.revokeTokens(of: visitor)
                for token in tokens { #expect(try await storage.visitor(of: token.hash) == nil) }
            }
        },
        StorageBehavior("Of many tokens of a visitor the latest remain") { given async throws in
            var limits = StorageLimits()
            limits.tokens = 3
            let storage = try await given.make(limits)
            let visitor = VisitorID()
            let tokens = (0..<10).map { _ in VisitorToken() }
            for token in tokens { try await storage.addToken(token.hash, of: visitor) }
            for (number, token) in tokens.enumerated() {
                #expect(try await storage.visitor(of: token.hash) == (number < 7 ? nil : visitor))
            }
        },
        StorageBehavior("All values of a visitor are removed, and nobody else's") { given async throws in
            let storage = try await given.make(StorageLimits())
            let (token, other) = (VisitorToken(), VisitorID())
            let visitor = VisitorID(firstToken: token.hash)
            for key in ["a", "b"] {
                for owner in [.visitor(visitor), .visitor(other), StorageOwner.shared] {
                    try await storage.save([1], as: key, of: owner)
                }
            }
            try await storage.removeAll(of: visitor)
            for key in ["a", "b"] {
                #expect(try await storage.load(key, of: .visitor(visitor)) == nil)
                #expect(try await storage.load(key, of: .visitor(other)) == [1])
                #expect(try await storage.load(key, of: .shared) == [1])
            }
            // Nothing remains of a visitor whose token was never replaced.
            #expect(try await storage.visitor(of: token.hash) == nil)
        },
        StorageBehavior("A replaced token stays invalid after all values are removed") { given async throws in
            let storage = try await given.make(StorageLimits())
            let (first, second) = (VisitorToken(), VisitorToken())
            let visitor = VisitorID(firstToken: first.hash)
            try await storage.save([1], as: "a", of: .visitor(visitor))
            try await storage.revokeTokens(of: visitor)
            try await storage.addToken(second.hash, of: visitor)
            try await storage.removeAll(of: visitor)
            try await storage.save([2], as: "a", of: .visitor(visitor))
            #expect(try await storage.visitor(of: first.hash) == nil)
            #expect(try await storage.visitor(of: second.hash) == visitor)
        },
    ]
}
