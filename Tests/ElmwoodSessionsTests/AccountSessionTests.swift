import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// The sessions of an account: listed, ended, and ended everywhere.
@Suite struct AccountSessionTests {
    @Test(arguments: AccountSite.Sessions.allCases)
    func `The sessions of an account are listed, and reveal nothing by which they could be used`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var (laptop, phone, other) = (Client(), Client(), Client())
        await laptop.post(.note("a"), to: host)
        await laptop.post(.signIn("anna"), to: host)
        await phone.post(.signIn("anna"), to: host)
        await other.post(.signIn("bob"), to: host)
        let listed = try #require(await phone.post(.list("anna"), to: host)?.model.sessions)
        #expect(listed.count == 2 && listed.filter(\.isCurrent).count == 1)
        for secret in [laptop, phone].compactMap(\.sessionToken?.text) { #expect(!"\(listed)".contains(secret)) }
        #expect(await other.post(.list("bob"), to: host)?.model.sessions.map(\.isCurrent) == [true])
        #expect(await other.post(.list("nobody"), to: host)?.model.sessions == [])
        // After a sign-out it belongs to nobody.
        await laptop.post(.identify(nil), to: host)
        #expect(await phone.post(.list("anna"), to: host)?.model.sessions.map(\.isCurrent) == [true])
        #expect(site.audited.contains("session identified") && site.audited.contains("session no longer identified"))
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `One of an account's sessions ends, and the others go on`(sessions: AccountSite.Sessions) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var (laptop, phone, other) = (Client(), Client(), Client())
        await laptop.post(.signIn("anna"), .note("laptop"), to: host)
        await phone.post(.signIn("anna"), .note("phone"), to: host)
        await other.post(.signIn("bob"), .note("bob"), to: host)
        let listed = try #require(await phone.post(.list("anna"), to: host)?.model.sessions)
        let lost = try #require(listed.first { !$0.isCurrent })
        // Bob asks to end a session, as one of his account, that belongs to Anna's.
        await other.post(.endOne(lost.id, of: "bob"), to: host)
        #expect(await laptop.show(host)?.model.notes == ["laptop"])
        await phone.post(.endOne(lost.id, of: "anna"), to: host)
        #expect(await laptop.show(host)?.isHeld == false)
        #expect(await phone.show(host)?.model.notes == ["phone"])
        #expect(await other.show(host)?.model.notes == ["bob"])
        // The session that asks for it does not end itself.
        let own = try #require(listed.first { $0.isCurrent })
        await phone.post(.endOne(own.id, of: "anna"), to: host)
        #expect(await phone.show(host)?.model.notes == ["phone"])
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `All other sessions of an account end, also in other programs`(sessions: AccountSite.Sessions) async throws {
        let site = AccountSite(sessions)
        let registry = site.registry()
        let host = ProgramHost(Account(), name: "/", registry: registry)
        let second = ProgramHost(Account(), name: "/second", registry: registry)
        var (laptop, phone, other) = (Client(), Client(), Client())
        await laptop.post(.signIn("anna"), .note("laptop"), to: host)
        await laptop.post(.note("laptop"), to: second)
        await phone.post(.signIn("anna"), .note("phone"), to: second)
        await other.post(.note("bob"), to: host)
        await phone.post(.endOthers(of: "anna"), to: host)
        #expect(await laptop.show(host)?.isHeld == false)
        #expect(await laptop.show(second)?.isHeld == false)
        #expect(await phone.show(second)?.model.notes == ["phone"])
        #expect(await other.show(host)?.model.notes == ["bob"])
        #expect(site.audited.contains("sessions of account ended"))
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A session that ends everywhere ends in every browser, and what was saved remains`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var (laptop, phone, other) = (Client(), Client(), Client())
        await laptop.post(.signIn("anna"), .save("laptop"), to: host)
        await phone.post(.signIn("anna"), .save("phone"), to: host)
        await other.post(.note("bob"), to: host)
        // A second session of the same browser, and a copy of its cookie.
        var tab = Client(token: laptop.token)
        await tab.post(.note("tab"), to: host)
        let stolen = laptop
        let answer = await laptop.post(.end(everywhere: true), to: host)
        #expect(answer?.isHeld == false && answer?.hasEnded == true && laptop.session == nil)
        for var ended in [stolen, tab, phone] { #expect(await ended.show(host)?.isHeld == false) }
        #expect(await other.show(host)?.model.notes == ["bob"])
        // The copy of the visitor's cookie finds nothing any more, and this browser has another one.
        var mallory = Client(token: stolen.token)
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(laptop.token != stolen.token)
        #expect(await laptop.saved(at: host) == "laptop")
        #expect(await phone.saved(at: host) == "phone")
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `The first post to another program of the site can end everywhere`(sessions: AccountSite.Sessions) async throws
    {
        let site = AccountSite(sessions)
        let registry = site.registry()
        let host = ProgramHost(Account(), name: "/", registry: registry)
        let second = ProgramHost(Account(), name: "/second", registry: registry)
        var (laptop, phone) = (Client(), Client())
        await laptop.post(.signIn("anna"), .save("laptop"), to: host)
        await phone.post(.signIn("anna"), .note("phone"), to: host)
        let stolen = laptop
        await laptop.post(.end(everywhere: true), to: second)
        for var ended in [stolen, phone] { #expect(await ended.show(host)?.isHeld == false) }
        var mallory = Client(token: stolen.token)
        #expect(await mallory.saved(at: host) == "nothing")
        #expect(await laptop.saved(at: host) == "laptop")
    }

    @Test(arguments: [true, false])
    func `A visitor without an account, and one who has just begun, can end everywhere`(startsSessions: Bool)
        async throws
    {
        for sessions in AccountSite.Sessions.allCases {
            let host = AccountSite(sessions).process(Account(startsSessions: startsSessions))
            var (anna, bob) = (Client(), Client())
            await anna.post(.note("a"), to: host)
            await anna.post(.end(everywhere: true), to: host)
            #expect(await anna.show(host)?.model.notes == (startsSessions ? ["started"] : []))
            await bob.post(.note("a"), .end(everywhere: true), to: host)
            #expect(await bob.show(host)?.model.notes == (startsSessions ? ["started"] : []))
            await bob.post(.save("b"), to: host)
            bob.sessionToken = nil
            #expect(await bob.saved(at: host) == "b")
        }
    }

    @Test func `Sessions of an account that are only in the store are listed and ended, by another process`()
        async throws
    {
        let site = AccountSite(.stored)
        let first = site.process()
        var (laptop, phone) = (Client(), Client())
        await laptop.post(.signIn("anna"), .note("laptop"), to: first)
        await phone.post(.signIn("anna"), to: first)
        let second = site.process()
        #expect(await phone.post(.list("anna"), to: second)?.model.sessions.count == 2)
        await phone.post(.endOthers(of: "anna"), to: second)
        #expect(await phone.post(.list("anna"), to: second)?.model.sessions.map(\.isCurrent) == [true])
        #expect(await laptop.show(second)?.isHeld == false)
        // The first process has it in memory, and learns with the next turn that it has ended.
        #expect(await laptop.post(.note("still here"), to: first)?.model.notes == ["still here"])
    }

    @Test func `The account of a restored session is known`() async throws {
        let site = AccountSite(.stored)
        var anna = Client()
        await anna.post(.signIn("anna"), to: site.process())
        let second = site.process()
        var phone = Client()
        await phone.post(.signIn("anna"), to: second)
        #expect(await anna.show(second)?.isHeld == true)
        await anna.post(.renew, to: second)
        await phone.post(.endOthers(of: "anna"), to: second)
        #expect(await anna.show(second)?.isHeld == false)
    }

    @Test func `An open page of an ended session is told at once`() async throws {
        let site = AccountSite(.inMemory)
        let host = site.process()
        var (laptop, phone) = (Client(), Client())
        await laptop.post(.signIn("anna"), .note("laptop"), to: host)
        await phone.post(.signIn("anna"), to: host)
        let page = try OpenPage(host, session: laptop.session)
        // The sign-in may still be stored, and then the answer comes later.
        _ = try #require(await page.send(.message(#"note("clicked")"#)).settled().patch)
        let stream = try page.openStream()
        guard case .end = stream.next() else {
            _ = stream.next()
            return
        }
        await phone.post(.endOthers(of: "anna"), to: host)
        guard case .end = stream.next() else {
            Issue.record("the stream has not ended")
            return
        }
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A visitor's saved values are removed, in order with what is saved, and nobody else's`(
        sessions: AccountSite.Sessions
    ) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var (anna, bob) = (Client(), Client())
        await anna.post(.save("Anna's"), to: host)
        await bob.post(.save("Bob's"), to: host)
        await anna.post(.save("more"), .removeAll, to: host)
        #expect(await anna.saved(at: host) == "nothing")
        await anna.post(.removeAll, .save("after"), to: host)
        #expect(await anna.saved(at: host) == "after")
        let token = try #require(anna.token)
        await anna.post(.removeAllAndEnd, to: host)
        #expect(await anna.saved(at: host) == "nothing")
        #expect(try await site.storage.visitor(of: token.hash) == nil)
        #expect(await bob.saved(at: host) == "Bob's")
        #expect(site.audited.contains("saved values removed"))
    }

    @Test(arguments: AccountSite.Sessions.allCases)
    func `A download is for the browser of its session alone`(sessions: AccountSite.Sessions) async throws {
        let site = AccountSite(sessions)
        let host = site.process()
        var anna = Client()
        let snapshot = await anna.post(.export, to: host)
        guard case .download(let download)? = snapshot?.pageCommands.first, let address = download.address else {
            Issue.record("no download")
            return
        }
        let downloads = host.registry.downloads
        var other = Client()
        await other.post(.note("a"), to: host)
        for session in [nil, SessionID(), other.session] { #expect(downloads.file(at: address, for: session) == nil) }
        #expect(downloads.file(at: address, for: anna.session)?.filename == "export.txt")
        // It stays the session's when that gets another id.
        let former = anna.session
        await anna.post(.renew, to: host)
        #expect(downloads.file(at: address, for: former) == nil)
        #expect(downloads.file(at: address, for: anna.session) != nil)
        let last = anna.session
        await anna.post(.end(everywhere: false), to: host)
        #expect(downloads.file(at: address, for: last) == nil)
    }

    @Test func `What is audited names sessions and accounts by hashes`() async throws {
        let site = AccountSite(.inMemory)
        let host = site.process()
        var anna = Client()
        await anna.post(.note("a"), to: host)
        let former = anna
        await anna.post(.signIn("anna@example.org"), to: host)
        let renewed = anna
        await anna.post(.end(everywhere: true), to: host)
        #expect(site.audited == ["session renewed", "session identified", "sessions ended everywhere"])
        let text = "\(site.audit.withLock { $0 })"
        for client in [former, renewed] {
            for secret in [client.sessionToken?.text, client.token?.text].compactMap(\.self) {
                #expect(!text.contains(secret))
            }
        }
        #expect(!text.contains("example.org"))
        // The entries of one session can be connected.
        let facts = site.audit.withLock { $0.map { Dictionary(uniqueKeysWithValues: $0.facts.map { ($0, $1) }) } }
        #expect(facts[0]["successor"] == facts[1]["session"] && facts[1]["session"] == facts[2]["session"])
        #expect(facts[1]["account"] != nil && facts[1]["account"] == facts[2]["account"])
    }
}
