/// Text in the format of Prometheus ("Exposition formats", text format 0.0.4), which OpenMetrics' readers accept too.
package struct MetricsText {
    /// The media type.
    package static let type = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// What a metric's values mean.
    package enum Kind: String {
        case counter, gauge, histogram
    }

    /// Begins a metric.
    package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n".utf8
    }

    /// Adds a value of the metric.
    package mutating func add(_ name: String, _ labels: [(String, String)] = [], _ value: some CustomStringConvertible)
    {
        bytes += name.utf8
        if !labels.isEmpty {
            bytes.append(UInt8(ascii: "{"))
            for (index, (label, text)) in labels.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += "\(label)=\"".utf8
                append(escaped: text)
                bytes.append(UInt8(ascii: "\""))
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes += " \(value)\n".utf8
    }

    /// Adds a metric with one value.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
        begin(name, kind, help)
        add(name, [], value)
    }

    mutating func add(_ name: String, _ labels: [(String, String)] = [], _ histogram: Histogram) {
        var total = 0
        for (count, bound) in zip(histogram.counts, Histogram.labels + ["+Inf"]) {
            total += count
            add("\(name)_bucket", labels + [("le", bound)], total)
        }
        add("\(name)_sum", labels, (histogram.seconds * 1e6).rounded() / 1e6)
        add("\(name)_count", labels, total)
    }

    private mutating func append(escaped text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
    }
}
