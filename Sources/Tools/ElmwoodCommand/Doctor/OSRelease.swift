/// The values of `/etc/os-release`, by which a Linux says what it is.
struct OSRelease {
    private var values: [String: String] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let name = parts.first, let value = parts.last else { continue }
            values[String(name)] = String(value.replacing("\"", with: ""))
        }
    }

    subscript(name: String) -> String? { values[name] }
}
