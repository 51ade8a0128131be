import Foundation
import Glibc
import ElmwoodTestSupport
import Testing

@testable import ElmwoodWebDriver

@Suite struct DriverProcessTests {
    @Test func `A program that ends before it is ready is reported with its output`() async throws {
        try await offThePool {
            let process = try DriverProcess("Browser", "echo no display; echo >&2 giving up; exit 1", [])
            // It fails although the time is not over.
            let error = #expect(throws: WebDriverError.self) {
                _ = try process.port(after: "port ", within: .seconds(1_000_000))
            }
            #expect(error?.description == "Browser did not start; it said: no display; giving up")
        }
    }

    @Test func `A program that prints nothing is not waited for longer than its time`() async throws {
        try await offThePool {
            let process = try DriverProcess("Browser", "cat >/dev/null; sleep 1000", [])
            let error = #expect(throws: WebDriverError.self) {
                _ = try process.port(after: "port ", within: .milliseconds(1))
            }
            #expect(error?.description == "Browser did not start; it said nothing")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `A program that is ended as soon as it is started does not continue`()
        async throws
    {
        let marker = "1000.\(getpid())"
        try await offThePool {
            let first = try DriverProcess("Browser", "echo port 7.; exec sleep $1", [marker])
            _ = try first.port(after: "port ")
            #expect(isAnyRunning(with: marker))
            first.end()
            // It may not be the leader of its own process group yet.
            for _ in 0..<50 { try DriverProcess("Browser", "sleep $1", [marker]).end() }
        }
        // A process that is killed may be listed for a moment longer.
        await eventually("no program continues") { !isAnyRunning(with: marker) }
    }

    @Test func `The port is the number after the text, once it is complete`() async throws {
        try await offThePool {
            let process = try DriverProcess("Browser", "printf 'on port 40'; printf '123.'; exec cat", [])
            #expect(try process.port(after: "on port ") == 40_123)
            process.end()
            // Ending it again has no effect.
            process.end()
        }
    }

    @Test func `A program's child processes end with it, and its folder is removed`() async throws {
        try await offThePool {
            let process = try DriverProcess(
                "Browser",
                #"sleep 1000 & touch "$TMPDIR/file"; echo "$TMPDIR:$!:on port 7."; wait"#,
                []
            )
            var said = ""
            try process.wait {
                said = $0
                return $0.contains("port 7.")
            }
            let parts = said.split(separator: ":")
            let child = try #require(parts.dropFirst().first.flatMap { pid_t($0) })
            let folder = String(parts[0])
            #expect(access("\(folder)/file", F_OK) == 0)
            process.end()
            #expect(access(folder, F_OK) != 0)
            // The child is killed, but its new parent may not have reaped it yet.
            while kill(child, 0) == 0, !isZombie(child) { waitBriefly() }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `A program ends with the tests, even if a signal ends all of their processes`() async throws {
        try await offThePool {
            let process = try DriverProcess("Browser", #"echo "$$:on port 7."; exec sleep 1000"#, [])
            var said = ""
            try process.wait {
                said = $0
                return $0.contains("port 7.")
            }
            let child = try #require(said.split(separator: ":").first.flatMap { pid_t($0) })
            kill(process.supervisor, SIGTERM)
            process.end()
            while kill(child, 0) == 0, !isZombie(child) { waitBriefly() }
        }
    }

    @Test func `A browser that has quit holds no connection any more`() async throws {
        try await offThePool {
            let (listener, port) = try ElmwoodTestSupport.listen()
            defer { close(listener) }
            let browser = try startBrowser(script: .on)
            try browser.run("fetch(arguments[0], { mode: 'no-cors' })", ["http://127.0.0.1:\(port)/"])
            let connection = accept(listener, nil, nil)
            defer { close(connection) }
            var time = timeval(tv_sec: 60, tv_usec: 0)
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            browser.quit()
            // After the request come no more bytes, and the connection ends with the browser.
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var count = 1
            while count > 0 { count = read(connection, &buffer, buffer.count) }
            #expect(count == 0)
        }
    }

    /// Whether there is a process with that argument. One that has ended and was not waited for has none.
    private func isAnyRunning(with argument: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.contains { name in
            guard let file = fopen("/proc/\(name)/cmdline", "r") else { return false }
            defer { fclose(file) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = fread(&buffer, 1, buffer.count, file)
            return buffer.prefix(count).split(separator: 0).contains { $0.elementsEqual(argument.utf8) }
        }
    }

    private func isZombie(_ process: pid_t) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, 256, file) != nil else { return true }
        return String(decoding: buffer.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z")
    }

    @Test(arguments: BrowserKind.allCases)
    func `A browser that is not installed is named, with the command that installs it`(kind: BrowserKind) {
        let text = WebDriverError.notInstalled("It", kind).description
        #expect(text.hasPrefix("It was not found."))
        #expect(text.contains(kind == .chromium ? "./dev test`" : "./dev test --browser \(kind.rawValue)`"))
        #expect(text.contains("apt install"))
    }

    @Test func `Each browser has the features that its driver supports, and a missing one is reported`() {
        #expect(BrowserKind.chromium.can(.composition))
        #expect(BrowserKind.firefox.can(.navigationAPI))
        #expect(!BrowserKind.webkit.can(.navigationAPI))
        let error = WebDriverError.unsupported("go offline", .webkit)
        #expect(error.code == "unsupported operation")
        #expect(error.description.contains("webkit go offline"))
    }
}
