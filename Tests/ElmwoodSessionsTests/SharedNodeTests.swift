import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Shared models of a site of several nodes.
@Suite(.timeLimit(.minutes(2)))
struct SharedNodeTests {
    private let nodes = MemoryNodes()

    private func rooms(_ count: Int) -> [SharedFixture] {
        (1...count).map { SharedFixture(nodes.node(UInt64($0)), wait: .zero) }
    }

    @Test func `What visitors of all nodes send is in the model once, in each sender's order`() async throws {
        let all = rooms(3)
        await withTaskGroup(of: Void.self) { group in
            for (number, node) in all.enumerated() {
                group.addTask {
                    let id = await node.guests.enter(.go(1))
                    for count in 0..<40 { _ = await node.guests.post(id, .send(.said("\(number):\(count)"))) }
                }
            }
        }
        await eventually("all are applied") {
            // Once a second each node looks for messages that nobody applies.
            await nodes.pass(.seconds(1), at: all.map(\.environment))
            return await all[0].lines()?.count == 121
        }
        let lines = try #require(await all[0].lines()).dropFirst()
        for number in 0..<3 {
            let own = lines.filter { $0.hasPrefix("\(number):") }
            #expect(own == (0..<40).map { "\(number):\($0)" })
        }
        for node in all { await eventually("each node shows them") { await node.lines()?.count == 121 } }
    }

    @Test func `Messages that another node applies do not count as waiting at the one that has sent them`() async throws
    {
        let all = (1...2).map { number in
            SharedFixture(nodes.node(UInt64(number)), wait: .zero) { $0.waitingMessages = 3 }
        }
        let owner = await all[0].guests.enter(.go(1))
        let sender = await all[1].guests.enter(.go(1))
        for number in 0..<12 {
            // The first node saves the model last, so it is the one that applies what the second sends.
            _ = await all[0].guests.post(owner, .send(.said("own")))
            await eventually("own \(number) is said") {
                await nodes.pass(.milliseconds(100), at: all.map(\.environment))
                return await all[1].lines()?.count == 2 + 2 * number
            }
            _ = await all[1].guests.post(sender, .send(.said("\(number)")))
            await eventually("it has arrived") {
                await nodes.pass(.milliseconds(100), at: all.map(\.environment))
                return await all[0].lines()?.last == "\(number)"
            }
        }
    }

    @Test func `A page at one node shows what is sent at another`() async throws {
        let all = rooms(2)
        let reader = try #require(await all[1].guests.enter(.go(1)))
        let page = try OpenPage(all[1].guests.host, session: reader)
        _ = try #require(await page.send().settled().patch)
        let woken = Counted()
        let stream = try page.openStream { woken.add() }
        _ = stream.next()
        let sender = await all[0].guests.enter(.go(1))
        _ = await all[0].guests.post(sender, .send(.said("hello")))
        await eventually("the page shows it") {
            guard woken.count > 0, let patch = stream.next().patch else { return false }
            return String(decoding: patch.content, as: UTF8.self).contains("hello")
        }
    }

    @Test func `A model that ends at one node begins anew at all`() async throws {
        let all = rooms(2)
        let id = await all[0].guests.enter(.go(1))
        _ = await all[0].guests.post(id, .send(.said("a")))
        await eventually("it was said") { await all[1].lines() == ["room 1", "a"] }
        _ = await all[0].guests.post(id, .send(.close))
        await eventually("it has ended") { await all[1].lines() == ["room 1"] }
    }

    @Test func `An answer reaches its sender, whichever node applies the message`() async throws {
        let all = rooms(2)
        let first = await all[0].guests.enter(.send(.said("a")))
        await eventually("the first node is at the model") { await all[0].lines() == ["room 1", "a"] }
        let id = try #require(await all[1].guests.enter(.ask(.said("b"))))
        await eventually("the sender has its answer") {
            await nodes.pass(.seconds(1), at: all.map(\.environment))
            return await all[1].guests.show(id)?.model.answers == [.applied]
        }
        withExtendedLifetime(first) {}
    }

    @Test func `An answer waits until another node has applied its messages, and not for its time to be over`()
        async throws
    {
        let all = (1...2).map { SharedFixture(nodes.node(UInt64($0)), wait: .seconds(3_600)) }
        let owner = await all[0].guests.enter(.go(1))
        let sender = await all[1].guests.enter(.go(1))
        var lines = ["room 1"]
        for number in 0..<20 {
            // The node that has saved the model last applies what others send.
            _ = await all[0].guests.post(owner, .send(.said("own \(number)")))
            _ = await all[1].guests.post(sender, .send(.said("hello \(number)")))
            lines += ["own \(number)", "hello \(number)"]
            #expect(await all[1].lines() == lines)
        }
    }

    // MARK: Watchers

    private func hall(_ number: UInt64) -> HallFixture { HallFixture(nodes.node(number)) }

    /// Lets time pass at all nodes until those are here, and returns the model.
    private func expect(_ here: Set<String>, at sites: [HallFixture]) async {
        await eventually("here are \(here)") {
            await nodes.pass(.milliseconds(100), at: sites.map(\.environment))
            for site in sites {
                guard let hall = try? await site.stored(), Set(hall.here) == here else { return false }
            }
            return true
        }
    }

    @Test func `A model is told of those at all nodes, and who was at one that has ended is gone`() async throws {
        let sites = [hall(1), hall(2), hall(3)]
        let ada = try await sites[0].open("Ada")
        let bob = try await sites[1].open("Bob")
        let cleo = try await sites[2].open("Cleo")
        await expect(["Ada/", "Bob/", "Cleo/"], at: sites)
        _ = await bob.close().settled()
        await expect(["Ada/", "Cleo/"], at: sites)
        // The one that tells the model ends.
        nodes.kill(1)
        await expect(["Cleo/"], at: Array(sites.dropFirst()))
        let changes = try await sites[2].stored().changes
        #expect(changes.sorted() == ["+Ada", "+Bob", "+Cleo", "-Ada", "-Bob"])
        withExtendedLifetime((ada, cleo)) {}
    }

    @Test func `Who has come is told to the model again if another node has stored it over the turn that was told`()
        async throws
    {
        let sites = [hall(1), hall(2)]
        // Neither learns what the other stores.
        nodes.hold()
        let ada = try await sites[0].open("Ada")
        await expect(["Ada/"], at: [sites[0]])
        let bob = try await sites[1].open("Bob")
        await expect(["Ada/", "Bob/"], at: [sites[1]])
        let cleo = try await sites[0].open("Cleo")
        await expect(["Ada/", "Bob/", "Cleo/"], at: [sites[0]])
        #expect(sites[0].environment.log.contains { $0.contains("another process has changed a session") })
        nodes.goOn()
        withExtendedLifetime((ada, bob, cleo)) {}
    }

    @Test func `Who has left while a node was told nothing has gone there too`() async throws {
        let sites = [hall(1), hall(2)]
        let ada = try await sites[0].open("Ada")
        let bob = try await sites[1].open("Bob")
        await expect(["Ada/", "Bob/"], at: sites)
        func known() -> Int {
            sites[1].onlookers.host.registry.watchers(of: SharedAddress(Hall.self, "main")).count
        }
        await eventually("it knows Ada") { known() == 2 }
        nodes.deafen(2)
        _ = await ada.close().settled()
        await expect(["Bob/"], at: [sites[0]])
        #expect(known() == 2)
        nodes.hear(2)
        await eventually("it knows that Ada has gone") {
            await nodes.pass(.seconds(1), at: sites.map(\.environment))
            return known() == 1
        }
        await expect(["Bob/"], at: sites)
        withExtendedLifetime(bob) {}
    }

    @Test func `Who was at a node that has ended while another was told nothing has gone there too`() async throws {
        let sites = [hall(1), hall(2)]
        let ada = try await sites[0].open("Ada")
        let bob = try await sites[1].open("Bob")
        await expect(["Ada/", "Bob/"], at: sites)
        nodes.deafen(2)
        nodes.kill(1)
        nodes.hear(2)
        await expect(["Bob/"], at: [sites[1]])
        withExtendedLifetime((ada, bob)) {}
    }

    @Test func `A node that comes later knows who is at the others`() async throws {
        let first = hall(1)
        let ada = try await first.open("Ada")
        await expect(["Ada/"], at: [first])
        let second = hall(2)
        let bob = try await second.open("Bob")
        await expect(["Ada/", "Bob/"], at: [first, second])
        await eventually("it knows Ada") {
            let address = SharedAddress(Hall.self, "main")
            return second.onlookers.host.registry.watchers(of: address).count == 2
        }
        withExtendedLifetime((ada, bob)) {}
    }
}

extension HallFixture {
    /// Returns the hall as a page reads it.
    fileprivate func stored() async throws -> Hall.Model {
        let read = SharedModel<Hall>(address: SharedAddress(Hall.self, "main"))
        let reads = onlookers.host.registry.reads
        let page = await reads.read(MissingInputs([ReadRequest(read, from: ())]), for: Page()).settled()
        return try page.read(Hall.self, "main")
    }
}
