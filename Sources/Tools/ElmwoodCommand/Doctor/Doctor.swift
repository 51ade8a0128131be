/// Examines a machine: whether packages with Elmwood can be built, tested and served on it.
struct Doctor {
    let machine: any Machine

    static let leastSwift = Version(6, 2)

    /// All findings, what is needed most first.
    func findings() -> [Finding] {
        [system(), swift()] + libraries() + [git(), dataFolder(), port(), openFiles(), watches(), browser()]
            + optionalLibraries()
    }

    // MARK: The toolchain

    func system() -> Finding {
        let release = OSRelease(machine.text(of: "/etc/os-release") ?? "")
        let name = release["PRETTY_NAME"] ?? "an unknown system"
        let tested = ["debian 12", "debian 13", "ubuntu 24.04"]
        if tested.contains("\(release["ID"] ?? "") \(release["VERSION_ID"] ?? "")") {
            return Finding(kind: .good, subject: name)
        }
        return Finding(
            kind: .advice,
            subject: name,
            remedy: "Elmwood is tested on Debian 12 and 13 and on Ubuntu 24.04. Elsewhere, packages have other names."
        )
    }

    func swift() -> Finding {
        let remedy = "Install Swift \(Self.leastSwift) or later: https://www.swift.org/install"
        // `swift-driver version: 1.2 Apple Swift version 6.2 (…)`: the driver has a version of its own.
        let output = machine.output(of: ["swift", "--version"])
        guard let output, let word = output.firstRange(of: "Swift version "),
            let version = Version(in: output[word.upperBound...])
        else { return Finding(kind: .missing, subject: "Swift", remedy: remedy) }
        return Finding(
            kind: version < Self.leastSwift ? .missing : .good,
            subject: "Swift \(version)",
            remedy: version < Self.leastSwift ? remedy : ""
        )
    }

    func git() -> Finding {
        command("git", package: "git", why: "The toolchain needs it for packages at an address.")
    }

    private func command(_ name: String, package: String, why: String) -> Finding {
        if let version = machine.output(of: [name, "--version"]).flatMap({ Version(in: $0) }) {
            return Finding(kind: .good, subject: "\(name) \(version)")
        }
        return Finding(kind: .missing, subject: name, remedy: why, packages: [package])
    }

    // MARK: The libraries

    func libraries() -> [Finding] {
        let pkgConfig = command("pkg-config", package: "pkg-config", why: "The toolchain finds C libraries by it.")
        return [
            pkgConfig,
            library("libmicrohttpd", package: "libmicrohttpd-dev", least: Version(0, 9, 75)),
            library("libsodium", package: "libsodium-dev"),
            library("sqlite3", package: "libsqlite3-dev"),
            library("zlib", package: "zlib1g-dev"),
        ]
    }

    func optionalLibraries() -> [Finding] {
        [
            library("libpq", package: "libpq-dev", optionalFor: "ElmwoodPostgreSQL"),
            library(
                "libcmark-gfm",
                package: "libcmark-gfm-dev",
                and: ["libcmark-gfm-extensions-dev"],
                optionalFor: "ElmwoodMarkdown"
            ),
        ]
    }

    private func library(
        _ name: String,
        package: String,
        and others: [String] = [],
        least: Version? = nil,
        optionalFor product: String? = nil
    ) -> Finding {
        let found = machine.output(of: ["pkg-config", "--modversion", name]).flatMap { Version(in: $0) }
        if let found, least.map({ $0 <= found }) ?? true { return Finding(kind: .good, subject: "\(name) \(found)") }
        let subject = found.map { "\(name) \($0)" } ?? name
        let needed = least.map { "Version \($0) or later is needed." } ?? "Its headers are needed."
        return Finding(
            kind: product == nil ? .missing : .optional,
            subject: subject,
            remedy: product.map { "Only packages that use \($0) need it." } ?? needed,
            packages: [package] + others
        )
    }

    // MARK: What a site needs

    func dataFolder() -> Finding {
        let folder = machine.variable("ELMWOOD_DATA") ?? ".data"
        if machine.canWrite(in: folder) { return Finding(kind: .good, subject: "data folder \(folder)") }
        return Finding(
            kind: .missing,
            subject: "data folder \(folder)",
            remedy: "It cannot be written. Permit it, or name another one: ELMWOOD_DATA=FOLDER"
        )
    }

    func port() -> Finding {
        let text = machine.variable("PORT") ?? "8080"
        guard let port = UInt16(text) else {
            return Finding(kind: .missing, subject: "port \(text)", remedy: "PORT is a number from 0 to 65535.")
        }
        if machine.canListen(at: port) { return Finding(kind: .good, subject: "port \(port)") }
        // Ports below 1024 are root's.
        let listener = machine.listener(at: port)
        let reason =
            listener.map { "\($0) listens at it." }
            ?? (port < 1_024 ? "It is in use, or only root may listen at it." : "It is in use.")
        return Finding(kind: .advice, subject: "port \(port)", remedy: "\(reason) Another one: PORT=8081 ./dev run")
    }

    func openFiles() -> Finding {
        // As the server reckons: a quarter is for files, and 64 for what else the process has open.
        let limit = machine.openFiles
        let connections = limit / 4 * 3 - min(limit / 4 * 3, 64)
        if connections >= 10_000 { return Finding(kind: .good, subject: "open files: at most \(limit)") }
        return Finding(
            kind: .advice,
            subject: "open files: at most \(limit)",
            remedy: "A site can have \(connections) connections, fewer than 10,000. As root: ulimit -n 65536"
        )
    }

    func watches() -> Finding {
        let folder = "/proc/sys/fs/inotify/"
        func number(_ name: String) -> Int? {
            machine.text(of: folder + name).flatMap { Version(in: $0)?.numbers.first }
        }
        guard let watches = number("max_user_watches"), let instances = number("max_user_instances") else {
            return Finding(
                kind: .advice,
                subject: "inotify",
                remedy: "\(folder) cannot be read. `elmwood dev` learns by inotify that a file changes."
            )
        }
        let subject = "inotify: \(watches) watches, \(instances) instances"
        if watches >= 8_192, instances >= 64 { return Finding(kind: .good, subject: subject) }
        return Finding(
            kind: .advice,
            subject: subject,
            remedy: "`elmwood dev` may not learn that a file changes. As root: "
                + "sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"
        )
    }

    // MARK: Tests in a browser

    func browser() -> Finding {
        let names = [
            "chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chrome",
            "chromium-browser",
        ]
        let drivers = [
            "chromedriver", "chromium.chromedriver", "/usr/lib/chromium/chromedriver",
            "/usr/lib/chromium-browser/chromedriver",
        ]
        let browser = firstVersion(of: [machine.variable("CHROMIUM")].compactMap(\.self) + names)
        let driver = firstVersion(of: [machine.variable("CHROMEDRIVER")].compactMap(\.self) + drivers)
        guard let browser, let driver else {
            return Finding(
                kind: .optional,
                subject: browser == nil ? "Chromium" : "Chromium's driver",
                remedy: "Only tests in a browser need it (in: .browser).",
                packages: ["chromium", "chromium-driver"]
            )
        }
        let subject = "Chromium \(browser), driver \(driver)"
        if browser.numbers.first == driver.numbers.first { return Finding(kind: .good, subject: subject) }
        return Finding(kind: .optional, subject: subject, remedy: "Tests in a browser need both of the same version.")
    }

    private func firstVersion(of commands: [String]) -> Version? {
        commands.lazy.compactMap { machine.output(of: [$0, "--version"]).flatMap { Version(in: $0) } }.first
    }
}
