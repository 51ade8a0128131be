import ElmwoodObservation

extension Metrics {
    /// Writes all counts. What is 0 and has labels is left out.
    package func write(to text: inout MetricsText) {
        let state = current
        let programs = state.counters.map(\.current)
        writeRequests(of: programs, to: &text)
        writePrograms(programs, to: &text)
        text.begin("elmwood_store_duration_seconds", .histogram, "Operations of the store of sessions.")
        for operation in ObservedStore.Operation.allCases {
            let labels = [("operation", operation.rawValue)]
            text.add("elmwood_store_duration_seconds", labels, state.stores[operation.index])
        }
        text.begin("elmwood_store_sessions_total", .counter, "Sessions that were written or read.")
        for operation in ObservedStore.Operation.allCases {
            let labels = [("operation", operation.rawValue)]
            text.add("elmwood_store_sessions_total", labels, state.storedSessions[operation.index])
        }
        text.begin("elmwood_store_errors_total", .counter, "Failed operations of the store of sessions.")
        for operation in ObservedStore.Operation.allCases {
            let labels = [("operation", operation.rawValue)]
            text.add("elmwood_store_errors_total", labels, state.storeErrors[operation.index])
        }
        state.reads.write(to: &text)
        text.add(
            "elmwood_evictions_total",
            .counter,
            "Visitors whose idle sessions were removed from memory.",
            state.evictions
        )
    }

    private func writeRequests(of programs: [ProgramCounts], to text: inout MetricsText) {
        text.begin("elmwood_requests_total", .counter, "Answered requests.")
        for program in programs {
            program.forEachRequest { kind, status, count in
                let labels = [("program", program.name), ("kind", "\(kind)"), ("status", "\(status)")]
                text.add("elmwood_requests_total", labels, count)
            }
        }
        text.begin("elmwood_response_bytes_total", .counter, "Bytes of the answers' contents, without streams.")
        for program in programs {
            for kind in ObservedRequest.Kind.allCases where program.responseBytes[kind.rawValue] > 0 {
                let labels = [("program", program.name), ("kind", "\(kind)")]
                text.add("elmwood_response_bytes_total", labels, program.responseBytes[kind.rawValue])
            }
        }
        text.begin(
            "elmwood_request_duration_seconds",
            .histogram,
            "From a request's first line to the end of its answer, or to the beginning of its stream."
        )
        for kind in ObservedRequest.Kind.allCases {
            var durations = Histogram()
            for program in programs { durations.add(program.requestDurations[kind.rawValue]) }
            if durations.count > 0 { text.add("elmwood_request_duration_seconds", [("kind", "\(kind)")], durations) }
        }
        text.begin("elmwood_refusals_total", .counter, "Refused requests by reason.")
        var refusals: [String: Int] = [:]
        for program in programs { refusals.merge(program.refusals, uniquingKeysWith: +) }
        for (reason, count) in refusals.sorted(by: { $0.key < $1.key }) {
            text.add("elmwood_refusals_total", [("reason", reason)], count)
        }
    }

    private func writePrograms(_ all: [ProgramCounts], to text: inout MetricsText) {
        // The first belongs to no program.
        let programs = all.dropFirst()
        text.begin("elmwood_call_duration_seconds", .histogram, "Calls of programs' functions.")
        for program in programs {
            for function in ObservedCall.Function.allCases where program.calls[function.index].count > 0 {
                let labels = [("program", program.name), ("function", function.rawValue)]
                text.add("elmwood_call_duration_seconds", labels, program.calls[function.index])
            }
        }
        text.begin(
            "elmwood_turn_duration_seconds",
            .histogram,
            "Transactions of sessions, with the view that they led to."
        )
        for program in programs where program.turns.count > 0 {
            text.add("elmwood_turn_duration_seconds", [("program", program.name)], program.turns)
        }
        text.begin("elmwood_failed_turns_total", .counter, "Transactions that failed and changed nothing.")
        for program in programs where program.failedTurns > 0 {
            text.add("elmwood_failed_turns_total", [("program", program.name)], program.failedTurns)
        }
        text.begin("elmwood_patch_duration_seconds", .histogram, "Comparisons of the views of open pages.")
        for program in programs where program.patches.count > 0 {
            text.add("elmwood_patch_duration_seconds", [("program", program.name)], program.patches)
        }
        text.begin("elmwood_patch_bytes_total", .counter, "Bytes of the patches of open pages.")
        for program in programs where program.patchBytes > 0 {
            text.add("elmwood_patch_bytes_total", [("program", program.name)], program.patchBytes)
        }
        text.begin("elmwood_incidents_total", .counter, "Events that the log has too, by kind.")
        for program in all {
            for (kind, count) in program.incidents.sorted(by: { $0.key < $1.key }) {
                text.add("elmwood_incidents_total", [("program", program.name), ("kind", kind)], count)
            }
        }
    }
}

extension ReadCounts {
    fileprivate func write(to text: inout MetricsText) {
        text.begin("elmwood_reads_total", .counter, "Reads of values that pages need, by what came of them.")
        for read in counts {
            for outcome in ObservedRead.Outcome.allCases where read.outcomes[outcome.index] > 0 {
                let labels = [("read", read.name), ("outcome", outcome.rawValue)]
                text.add("elmwood_reads_total", labels, read.outcomes[outcome.index])
            }
        }
        text.begin("elmwood_read_duration_seconds", .histogram, "Reads that have begun, from their turn to their end.")
        for read in counts where read.durations.count > 0 {
            text.add("elmwood_read_duration_seconds", [("read", read.name)], read.durations)
        }
        text.begin("elmwood_read_wait_seconds", .histogram, "How long reads have waited for their turn.")
        if waits.count > 0 { text.add("elmwood_read_wait_seconds", [], waits) }
        text.begin("elmwood_read_changes_total", .counter, "Values that differed from the former one.")
        for read in counts where read.changes > 0 {
            text.add("elmwood_read_changes_total", [("read", read.name)], read.changes)
        }
        text.begin("elmwood_read_values_total", .counter, "Values that pages got, by a read or a kept value.")
        for read in counts {
            for (answer, count) in [("read", read.answered), ("kept", read.kept)] where count > 0 {
                text.add("elmwood_read_values_total", [("read", read.name), ("by", answer)], count)
            }
        }
    }
}
