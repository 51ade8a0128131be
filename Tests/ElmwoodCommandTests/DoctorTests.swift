import Testing

@testable import ElmwoodCommand

struct DoctorTests {
    @Test func `A machine with all that is needed has nothing to mend`() {
        let machine = FakeMachine()
        #expect(machine.complaints == [])
        #expect(!machine.diagnosis.isSomethingMissing)
        #expect(machine.diagnosis.text.hasSuffix("\n\nAll that is needed is here."))
        #expect(machine.diagnosis.text.hasPrefix("ok        Debian GNU/Linux 12 (bookworm)\nok        Swift 6.3.1\n"))
    }

    @Test(arguments: [
        (nil, "Swift"), ("Swift version 6.1.2 (swift-6.1.2-RELEASE)", "Swift 6.1.2"),
        ("Swift version 5.10", "Swift 5.10"),
        ("swift-driver version: 1.120.5 Apple Swift version 6.1 (swiftlang-6.1)", "Swift 6.1"), ("nonsense", "Swift"),
    ])
    func `A toolchain that is absent or too old is missing`(output: String?, subject: String) {
        var machine = FakeMachine()
        machine.outputs["swift --version"] = output
        #expect(machine.complaints.map(\.subject) == [subject])
        #expect(machine.complaints.map(\.remedy) == ["Install Swift 6.2 or later: https://www.swift.org/install"])
        #expect(machine.diagnosis.isSomethingMissing)
    }

    @Test func `Libraries that are missing are installed by one command`() {
        var machine = FakeMachine()
        machine.outputs["pkg-config --modversion libsodium"] = nil
        machine.outputs["pkg-config --modversion zlib"] = nil
        #expect(machine.complaints.map(\.kind) == [.missing, .missing])
        #expect(machine.diagnosis.text.contains("\n    sudo apt-get install libsodium-dev zlib1g-dev"))
        machine.isRoot = true
        #expect(machine.diagnosis.text.contains("\n    apt-get install libsodium-dev zlib1g-dev"))
    }

    @Test func `A library that is too old is missing, and its version is told`() {
        var machine = FakeMachine()
        machine.outputs["pkg-config --modversion libmicrohttpd"] = "0.9.74\n"
        #expect(
            machine.complaints == [
                Finding(
                    kind: .missing,
                    subject: "libmicrohttpd 0.9.74",
                    remedy: "Version 0.9.75 or later is needed.",
                    packages: ["libmicrohttpd-dev"]
                )
            ]
        )
    }

    @Test func `Without pkg-config no library is found`() {
        var machine = FakeMachine()
        machine.outputs = machine.outputs.filter { !$0.key.hasPrefix("pkg-config") }
        #expect(machine.complaints.flatMap(\.packages).starts(with: ["pkg-config", "libmicrohttpd-dev"]))
        #expect(machine.diagnosis.isSomethingMissing)
    }

    @Test func `What only some packages need is optional`() {
        var machine = FakeMachine()
        machine.outputs["pkg-config --modversion libpq"] = nil
        machine.outputs["pkg-config --modversion libcmark-gfm"] = nil
        machine.outputs["chromium --version"] = nil
        #expect(machine.complaints.map(\.kind) == [.optional, .optional, .optional])
        #expect(machine.complaints.map(\.subject) == ["Chromium", "libpq", "libcmark-gfm"])
        #expect(!machine.diagnosis.isSomethingMissing)
        #expect(
            machine.diagnosis.text.contains(
                "apt-get install chromium chromium-driver libpq-dev libcmark-gfm-dev libcmark-gfm-extensions-dev"
            )
        )
    }

    @Test func `A browser may have another name, and its driver has to be of the same version`() {
        var machine = FakeMachine()
        machine.outputs["chromium --version"] = nil
        machine.outputs["google-chrome --version"] = "Google Chrome 156.0.1.1"
        #expect(machine.complaints == [])
        machine.outputs["google-chrome --version"] = "Google Chrome 157.0.1.1"
        #expect(machine.complaints.map(\.remedy) == ["Tests in a browser need both of the same version."])
        machine.variables["CHROMIUM"] = "/opt/chromium"
        machine.outputs["/opt/chromium --version"] = "Chromium 156.0.2.2"
        #expect(machine.complaints == [])
    }

    @Test func `A port in use is told with who listens, and another one is advised`() {
        var machine = FakeMachine()
        machine.listeners[8080] = "examples (process 123)"
        #expect(machine.complaints.map(\.kind) == [.advice])
        #expect(
            machine.complaints.map(\.remedy) == [
                "examples (process 123) listens at it. Another one: PORT=8081 ./dev run"
            ]
        )
        machine.listeners[8080] = .some(nil)
        #expect(machine.complaints.map(\.remedy) == ["It is in use. Another one: PORT=8081 ./dev run"])
        machine.variables["PORT"] = "8081"
        #expect(machine.complaints == [])
    }

    @Test(arguments: ["http", "-1", "65536"])
    func `A port that is none is missing`(port: String) {
        var machine = FakeMachine()
        machine.variables["PORT"] = port
        #expect(machine.complaints.map(\.kind) == [.missing])
    }

    @Test func `A data folder that cannot be written is missing`() {
        var machine = FakeMachine()
        machine.variables["ELMWOOD_DATA"] = "/srv/data"
        #expect(machine.complaints.map(\.subject) == ["data folder /srv/data"])
        #expect(machine.diagnosis.isSomethingMissing)
        machine.writable.insert("/srv/data")
        #expect(machine.complaints == [])
    }

    @Test func `A low limit of open files is told with the connections that remain`() {
        var machine = FakeMachine()
        machine.openFiles = 1_024
        #expect(
            machine.complaints.map(\.remedy) == [
                "A site can have 704 connections, fewer than 10,000. As root: ulimit -n 65536"
            ]
        )
        machine.openFiles = .max
        #expect(machine.complaints == [])
        machine.openFiles = 0
        #expect(machine.complaints.count == 1)
    }

    @Test func `Few watches of inotify are told with what raises them`() {
        var machine = FakeMachine()
        machine.files["/proc/sys/fs/inotify/max_user_watches"] = "100\n"
        #expect(machine.complaints.map(\.subject) == ["inotify: 100 watches, 128 instances"])
        machine.files["/proc/sys/fs/inotify/max_user_watches"] = nil
        #expect(machine.complaints.map(\.subject) == ["inotify"])
    }

    @Test(arguments: ["ID=fedora\nVERSION_ID=41\nPRETTY_NAME=Fedora\n", "ID=debian\nVERSION_ID=11\n", "", "="])
    func `A system that Elmwood is not tested on is told`(release: String) {
        var machine = FakeMachine()
        machine.files["/etc/os-release"] = release
        #expect(machine.complaints.map(\.kind) == [.advice])
    }
}
