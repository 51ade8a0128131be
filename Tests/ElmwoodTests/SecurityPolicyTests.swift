import Testing

@testable import Elmwood

/// The security policy: requests from other sites, and header fields.
@Suite struct SecurityPolicyTests {
    @Test(
        arguments: [
            ("same-origin", "http://here.example", "here.example", false),
            ("same-origin", "null", "here.example", false),
            ("same-origin", "http://elsewhere.example", "here.example", true),
            ("none", nil, "here.example", false),
            ("none", "http://elsewhere.example", "here.example", true),
            ("same-site", nil, "here.example", true),
            ("cross-site", nil, "here.example", true),
            ("", nil, "here.example", true),
            (nil, "http://here.example", "here.example", false),
            (nil, "https://HERE.example:8443", "here.example:8443", false),
            (nil, "http://elsewhere.example", "here.example", true),
            (nil, "http://here.example:81", "here.example", true),
            (nil, "null", "here.example", true),
            (nil, "http://here.example", nil, true),
            (nil, nil, "here.example", false),
        ] as [(String?, String?, String?, Bool)]
    )
    func `Requests from pages of other sites are refused, and those from this site are not`(
        fetchSite: String?,
        origin: String?,
        host: String?,
        expected: Bool
    ) {
        #expect(
            SecurityPolicy.isCrossSite(fetchSite: fetchSite?.bytes, origin: origin?.bytes, host: host?.bytes)
                == expected
        )
    }

    @Test func `The origin of the settings is the site's own, whatever host a proxy requests`() {
        func isCrossSite(_ origin: String) -> Bool {
            SecurityPolicy.isCrossSite(
                fetchSite: nil,
                origin: origin.bytes,
                host: "127.0.0.1:8080".bytes,
                siteOrigin: "https://shop.example"
            )
        }
        #expect(!isCrossSite("https://shop.example"))
        #expect(isCrossSite("http://shop.example"))
        #expect(isCrossSite("https://shop.example.evil.example"))
    }

    @Test(arguments: ["http", "HTTP", "ws", ""])
    func `Over TLS a page without TLS of the same host counts as another site`(scheme: String) {
        func isCrossSite(_ origin: String) -> Bool {
            SecurityPolicy.isCrossSite(fetchSite: nil, origin: origin.bytes, host: "here.example".bytes, isSecure: true)
        }
        #expect(isCrossSite("\(scheme)://here.example"))
        #expect(!isCrossSite("https://here.example"))
    }

    @Test func `The default policy allows no inline script, no eval, no frame and no foreign source`() {
        let headers = SecurityPolicy().headers(isSecure: false)
        let policy = headers.first { $0.name == "Content-Security-Policy" }?.value
        #expect(policy?.contains("unsafe") == false)
        #expect(policy?.contains("default-src 'none'") == true)
        #expect(policy?.contains("script-src 'self'") == true)
        #expect(policy?.contains("frame-ancestors 'none'") == true)
        #expect(headers.contains { $0.name == "X-Content-Type-Options" && $0.value == "nosniff" })
        #expect(!headers.contains { $0.name == "Strict-Transport-Security" })
    }

    @Test func `Over TLS a header field makes browsers return over TLS`() {
        let headers = SecurityPolicy().headers(isSecure: true)
        #expect(headers.contains { $0.name == "Strict-Transport-Security" && $0.value == "max-age=31536000" })
    }

    @Test func `A setting extends the security of the transport to subdomains, or turns it off`() {
        func value(_ setting: Settings.TransportSecurity, _ policy: SecurityPolicy = SecurityPolicy()) -> String? {
            policy.applying(setting).headers(isSecure: true).first { $0.name == "Strict-Transport-Security" }?.value
        }
        #expect(value(.host) == "max-age=31536000")
        #expect(value(.subdomains) == "max-age=31536000; includeSubDomains")
        #expect(value(.off) == nil)
        var policy = SecurityPolicy()
        policy.strictTransportSecurity = "max-age=1; includeSubDomains; preload"
        #expect(value(.subdomains, policy) == "max-age=1; includeSubDomains; preload")
        policy.strictTransportSecurity = nil
        #expect(value(.subdomains, policy) == nil)
        #expect(
            !SecurityPolicy().applying(.subdomains).headers(isSecure: false).contains { $0.name.hasPrefix("Strict") }
        )
    }

    @Test func `Sources of a setting are added to those of the policy`() throws {
        let environment = [
            "ELMWOOD_CSP": "img-src https://cdn.example  https://b.example;; frame-src https://c.example"
        ]
        let policy = SecurityPolicy().adding(try Settings(environment: environment).contentSecurityPolicy)
        #expect(policy.contentSecurityPolicy["img-src"] == "'self' data: https://cdn.example https://b.example")
        #expect(policy.contentSecurityPolicy["frame-src"] == "https://c.example")
        #expect(policy.contentSecurityPolicy["script-src"] == "'self'")
    }

    @Test func `A script or style within a page is allowed by the digest of its text`() {
        var policy = SecurityPolicy()
        policy.allowInline(script: "alert('Hello, world.');")
        policy.allowInline(style: "")
        // The digest in the example of Content Security Policy Level 3, section 2.3.1, and that of nothing.
        let script = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
        #expect(policy.contentSecurityPolicy["script-src"] == "'self' " + script)
        let style = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
        #expect(policy.contentSecurityPolicy["style-src"] == "'self' " + style)
    }
}

extension String {
    /// As a header has it.
    fileprivate var bytes: ArraySlice<UInt8> { Array(utf8)[...] }
}
