import ElmwoodArchitecture

extension HistoryOverview {
    /// Creates the overview of a history.
    ///
    /// - Parameters:
    ///   - moment: the turn after which the model is shown; nil for the last one.
    ///   - looker: whose messages are shown as their own (`Sender.id`); nil in a history that is all of one visitor.
    init<P: Program>(
        of history: History<P>,
        by program: P,
        query: HistoryQuery,
        moment: Int?,
        edition: Int,
        isAlive: Bool = true,
        looker: String? = nil
    ) {
        let shown = moment ?? history.last
        var wanted = Array(zip(history.first + 1..<history.last + 1, history.turns)).reversed()
            .filter { number, turn in
                query.wants(number) {
                    [turn.title, turn.origin(for: looker)] + turn.commands.map { String($0.prefix { $0 != "(" }) }
                }
            }
        var older = 0
        if !query.isWhole {
            // The shown turn is listed too, with some before it.
            let end = (wanted.firstIndex { $0.0 <= shown } ?? wanted.count) + 10
            let listed = max(HistoryQuery.listed, shown == history.last ? 0 : end)
            older = max(0, wanted.count - listed)
            wanted.removeLast(older)
        }
        self.init(
            edition: edition,
            query: query,
            first: history.first,
            isFromStart: history.startCommands != nil,
            last: history.last,
            moment: moment,
            isAlive: isAlive,
            rows: wanted.map { HistoryOverview.Row($1, number: $0, for: looker) },
            older: older,
            detail: HistoryOverview.Detail(shown, in: history, by: program, for: looker)
        )
    }
}

extension HistoryOverview.Detail {
    fileprivate init<P: Program>(_ number: Int, in history: History<P>, by program: P, for looker: String?) {
        self.init(number: number)
        do {
            if let turn = history[number] {
                message = turn.title.cut(to: 4_000)
                isSecret = turn.isSecret
                // It is cut like recorded ones: an import may contain any text.
                origin = turn.origin(for: looker).cut(to: 1_000)
                sender = turn.sender.flatMap { $0 == .itself ? nil : $0.id.cut(to: 200) }
                account = turn.sender?.account?.cut(to: 200)
                time = turn.time.formatted(.iso8601)
                commands = turn.isSecret ? turn.commands.map { _ in "…" } : turn.commands.map { $0.cut(to: 300) }
                subscriptions = turn.subscriptions.map { $0.cut(to: 1_000) }
                let all = try history.difference(of: number, by: program).changes
                changes = all.prefix(100).map { turn.isSecret ? $0.hidden : $0.cut(to: 400) }
                more = all.count - changes.count
            } else {
                commands = (history.startCommands ?? []).map { $0.cut(to: 1_000) }
            }
            reads = history.reads.entries(at: number).prefix(100).map { HistoryOverview.Read($0) }
            model = try ReadableJSON.text(of: history.model(after: number, by: program)).cut(to: 50_000)
        } catch {
            failure = "\(error)"
        }
    }
}

extension HistoryTurn {
    /// Its source, in words for somebody whose own messages are among those of others.
    func origin(for looker: String?) -> String {
        guard let sender, sender.id == looker else { return origin }
        return origin.replacing(sender.shortName, with: "you", maxReplacements: 1)
    }
}

extension HistoryReport {
    /// Creates the report of a file that was read.
    init<P: Program>(_ reading: HistoryReading<P>, count: Int) {
        self.init(
            count: count,
            problems: reading.problems.prefix(100).map { $0.description.cut(to: 600) },
            more: max(0, reading.problems.count - 100),
            difference: reading.difference.map { difference in
                let message = difference.message.map { " (\($0.cut(to: 100)))" } ?? ""
                func words(_ lines: [String]) -> String {
                    (lines.isEmpty ? "nothing changes" : lines.joined(separator: "; ")).cut(to: 600)
                }
                let (then, now) = (words(difference.recorded), words(difference.now))
                return "Since turn \(difference.turn)\(message) the program does something else than it did. "
                    + (difference.message == nil ? now : "Then: \(then). Now: \(now).")
            }
        )
    }
}

extension HistoryRefusal {
    /// Creates the refusal of a file of which nothing can be read.
    init<P: Program>(_ reading: HistoryReading<P>) {
        self.init(
            "No model of this file decodes, so there is nothing to go on from.",
            problems: reading.problems.prefix(20).map { $0.description.cut(to: 600) }
        )
    }
}

extension ModelDifference.Change {
    /// The change with only its path: its values may be secret.
    fileprivate var hidden: Self {
        Self(path: path, before: before.map { _ in "…" }, after: after.map { _ in "…" })
    }

    fileprivate func cut(to length: Int) -> Self {
        Self(path: path.cut(to: length), before: before?.cut(to: length), after: after?.cut(to: length))
    }
}
