import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Cookies.
@Suite struct CookiesTests {
    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("b=2;a=1", "1"), ("xa=2; a=1", "1"), ("a=", ""),
        ("a=1=2", "1=2"), ("a=\"1\"", "\"1\""), ("  a = 1 ;", "1"), (";;; a=1", "1"), ("a; a=1", "1"),
        ("a=1; A=2", "1"),
        ("=3; a=1", "1"),
        ("a=%20é", "%20é"), ("b=a=2; a=1", "1"), ("a=1,2", "1,2"), ("\ta\t=\t1\t", "1"),
    ])
    func `The value of a name is found at any position`(header: String, value: String) {
        #expect(Cookies.value(of: "a", in: header) == value)
    }

    @Test(arguments: ["a=1; a=2", "a=1; a=1", "a=1; b=2; a=", "a=; a=1", "a=1;a =2;"])
    func `Of two cookies of one name neither counts, since a page of another host may have set one`(header: String) {
        #expect(Cookies.value(of: "a", in: header) == nil)
    }

    @Test(arguments: ["", "a", "A=1", "aa=1", "a b=1", "=a", ";", "b=1; c=a=1", "a\u{0}=1"])
    func `Names are compared exactly, and a pair without an equals sign has none`(header: String) {
        #expect(Cookies.value(of: "a", in: header) == nil)
        #expect(Cookies.value(of: "", in: header) == nil)
    }

    @Test func `A value that is not UTF-8 is not found`() {
        #expect(Cookies.value(of: "a", in: [0x61, 0x3D, 0xFF].span) == nil)
    }

    @Test func `A cookie is set with the safe attributes by default`() throws {
        #expect(try SetCookie("__Host-s", "x").description == "__Host-s=x; Path=/; Secure; HttpOnly; SameSite=Lax")
        let cookie = try SetCookie(
            "s",
            "",
            path: "/a",
            domain: "example.org",
            maxAge: 0,
            isSecure: false,
            isHTTPOnly: false,
            sameSite: .strict
        )
        #expect(cookie.description == "s=; Path=/a; Domain=example.org; Max-Age=0; SameSite=Strict")
        #expect(try SetCookie("s", "x", maxAge: -5).description.contains("Max-Age=0"))
    }

    @Test func `A cookie that browsers would ignore or could misread cannot be set`() {
        func refused(_ make: () throws(SetCookie.Invalid) -> SetCookie) -> Bool {
            do {
                _ = try make()
                return false
            } catch {
                return error.description.hasSuffix(".")
            }
        }
        for name in ["", "a b", "a=", "a;", "é", "a\n", "a\u{0}", "\""] {
            #expect(refused { () throws(SetCookie.Invalid) in try SetCookie(name, "x") }, "\(name)")
        }
        for value in [" ", "a;b", "a,b", "\"", "\\", "é", "\r\n", "\u{0}", String(repeating: "a", count: 4_096)] {
            #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("a", value) }, "\(value)")
        }
        for path in ["", "a", "/;", "/\n", "/é"] {
            #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("a", "", path: path) }, "\(path)")
        }
        for domain in ["", "a b", "a;b", "é", String(repeating: "a", count: 254)] {
            #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("a", "", domain: domain) }, "\(domain)")
        }
        #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("__Host-a", "", isSecure: false) })
        #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("__HOST-a", "", path: "/a") })
        #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("__Host-a", "", domain: "a.org") })
        #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("__secure-a", "", isSecure: false) })
        #expect(refused { () throws(SetCookie.Invalid) in try SetCookie("a", "", isSecure: false, sameSite: .none) })
    }

    @Test func `Any header can be searched, and a cookie that was set is found among others`() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<fuzzRounds(4_000) {
            _ = Cookies.value(
                of: "a",
                in: random.bytes(of: Array("aa==;; \tb\"".utf8) + [0x00, 0xC3, 0xFF], upTo: 30).span
            )
            let value = String(
                decoding: random.bytes(of: "aZ09=%\"".filter { $0 != "\"" } + "!#:[]", upTo: 12),
                as: UTF8.self
            )
            let others = random.text(of: ["b=1; ", "a1=2;", ";", " ; ", "=; "], upTo: 4)
            let cookie = try SetCookie("a", value)
            #expect(Cookies.value(of: "a", in: "\(others)\(cookie.name)=\(cookie.value); c=d") == value)
        }
    }
}
