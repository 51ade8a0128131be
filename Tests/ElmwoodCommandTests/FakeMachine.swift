@testable import ElmwoodCommand

/// A machine whose answers a test chooses. It has all that is needed until the test changes it.
struct FakeMachine: Machine {
    var outputs = [
        "swift --version": "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-unknown-linux-gnu\n",
        "git --version": "git version 2.39.5\n",
        "pkg-config --version": "1.8.1\n",
        "pkg-config --modversion libmicrohttpd": "0.9.75\n",
        "pkg-config --modversion libsodium": "1.0.18\n",
        "pkg-config --modversion sqlite3": "3.40.1\n",
        "pkg-config --modversion zlib": "1.2.13\n",
        "pkg-config --modversion libpq": "15.20\n",
        "pkg-config --modversion libcmark-gfm": "0.29.0\n",
        "chromium --version": "Chromium 156.0.8078.108 built on Debian\n",
        "chromedriver --version": "ChromeDriver 156.0.8078.108 (a1b2)\n",
    ]
    var files = [
        "/etc/os-release": "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\nVERSION_ID=\"12\"\n",
        "/proc/sys/fs/inotify/max_user_watches": "65536\n",
        "/proc/sys/fs/inotify/max_user_instances": "128\n",
    ]
    var variables: [String: String] = [:]
    var writable: Set<String> = [".data"]
    var listeners: [UInt16: String?] = [:]
    var openFiles: UInt64 = 65_536
    var isRoot = false

    func output(of command: [String]) -> String? { outputs[command.joined(separator: " ")] }
    func text(of file: String) -> String? { files[file] }
    func variable(_ name: String) -> String? { variables[name] }
    func canWrite(in folder: String) -> Bool { writable.contains(folder) }
    func canListen(at port: UInt16) -> Bool { listeners[port] == nil }
    func listener(at port: UInt16) -> String? { listeners[port] ?? nil }

    /// What the doctor says of it that is not as it should be.
    var complaints: [Finding] { Doctor(machine: self).findings().filter { $0.kind != .good } }

    var diagnosis: Diagnosis { Diagnosis(findings: Doctor(machine: self).findings(), isRoot: isRoot) }
}
