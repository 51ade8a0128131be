import Elmwood
import ElmwoodSVG
import FoundationEssentials

extension Stopwatch {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Stopwatch",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                if model.isRunning && !page.isLive {
                    // Nothing can be pushed to a page without script, so it reloads itself.
                    meta(.httpEquiv(.refresh), .content("1"))
                }
            },
            body: {
                main(.class("stopwatch")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Stopwatch" }
                    section(.class("card"), .ariaLabel("Watch")) {
                        dial(model.elapsed)
                        p(.id("time"), .class("time"), .role(.timer)) { clockText(model.elapsed) }
                        knobs(model)
                    }
                    if !model.laps.isEmpty {
                        laps(model.laps)
                    }
                }
            }
        )
    }

    private func knobs(_ model: Model) -> Html<Message> {
        p(.class("actions")) {
            if model.isRunning {
                button("Stop", .press(.stop), .class("primary"))
                button("Lap", .press(.lap), .disabled(!model.canLap))
            } else {
                button("Start", .press(.start), .class("primary"), .disabled(model.elapsed >= Self.limit))
                button("Reset", .press(.reset), .disabled(!model.canReset))
            }
        }
    }

    /// The watch's face: a hand that turns once a minute, and a small one that turns once an hour.
    private func dial(_ elapsed: TimeInterval) -> Html<Message> {
        svg(.class("dial"), .viewBox("0 0 100 100"), .ariaHidden(true)) {
            circle(.cx(50), .cy(50), .r(48))
            for hour in 0..<12 {
                line(.x1(50), .y1(5), .x2(50), .y2(10), .transform("rotate(\(hour * 30) 50 50)"))
            }
            line(.class("minutes"), .x1(50), .y1(50), .x2(50), .y2(26), .transform(rotation(elapsed, of: 3_600)))
            line(.class("seconds"), .x1(50), .y1(58), .x2(50), .y2(12), .transform(rotation(elapsed, of: 60)))
        }
    }

    /// Returns the rotation of a hand that turns once in that many seconds, to a tenth of a degree.
    private func rotation(_ elapsed: TimeInterval, of round: TimeInterval) -> String {
        let degrees = elapsed.truncatingRemainder(dividingBy: round) / round * 360
        return "rotate(\((degrees * 10).rounded() / 10) 50 50)"
    }

    private func laps(_ laps: [TimeInterval]) -> Html<Message> {
        table(.class("laps")) {
            thead {
                tr {
                    th(.scope(.col)) { "Lap" }
                    th(.scope(.col)) { "Time" }
                    th(.scope(.col)) { "In all" }
                }
            }
            tbody {
                // The newest lap is at the top.
                for index in laps.indices.reversed() {
                    tr(.key(index + 1)) {
                        th(.scope(.row)) { "\(index + 1)" }
                        td { clockText(laps[index] - (index > 0 ? laps[index - 1] : 0)) }
                        td { clockText(laps[index]) }
                    }
                }
            }
        }
    }

    /// Returns a time in the format of watches: `1:02:03.4`, `2:03.4`.
    func clockText(_ seconds: TimeInterval) -> String {
        let tenths = Int(min(max(seconds, 0), Self.limit) * 10)
        let (hours, minutes, remainder) = (tenths / 36_000, tenths / 600 % 60, tenths % 600)
        let start = hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")" : ""
        return "\(start)\(minutes):\(remainder < 100 ? "0" : "")\(remainder / 10).\(remainder % 10)"
    }
}
