import CElmwoodViewTree

/// The result of rendering a view: its records, the handlers of its events, and diagnostics.
///
/// ```swift
/// let rendering = try Rendering.render { try program.view(model, on: page).html }
/// let bytes = rendering.html()
/// ```
package struct Rendering: Sendable {
    package let tape: Tape
    /// The range of the view's topmost records in the tape.
    package let range: Range<Int>
    /// The facts of the whole view.
    package let facts: Facts
    /// The diagnostics: a sentence for each part that was left out of the view, and why.
    package var diagnostics: [String] { tape.arena.pointee.diagnostics }
    /// Whether the view has read whether its page is live: then it may differ once the page is.
    package var asksWhetherLive: Bool { tape.arena.pointee.asksWhetherLive }
    /// What the page says about its response; nil if that is nothing.
    package var response: DocumentResponse? { tape.arena.pointee.response }
    /// What the view has used from outside: values, and requests that it did without. One may be listed more than once.
    package var inputs: [any ViewInput] { tape.arena.pointee.inputs.used }

    /// Runs a view with an arena of its own. A view inside a view is a render of its own too.
    ///
    /// If the previous rendering is given, its `lazy` parts are reused if their values are equal.
    ///
    /// - Parameters:
    ///   - notices: the notices of the page. If the view does not read them, its body begins with them.
    ///   - inputs: what is available to the view from outside.
    ///   - assets: tells where the site serves its files.
    ///   - limit: the most bytes of the view's HTML; nil for no limit but that of the records.
    /// - Throws: what the view throws; `RenderingError` if it is too deep or too large; ``PageTooLarge`` if it exceeds the limit;
    ///   ``MissingInputs`` if it needs something from outside that is not available.
    package static func render<Message>(
        previous: Rendering? = nil,
        notices: [String] = [],
        inputs: (any ViewInputs)? = nil,
        assets: (any AssetAddresses)? = nil,
        limit: Int? = nil,
        @HtmlBuilder<Message> _ view: () throws -> Html<Message>
    ) throws -> Rendering {
        let arena = ArenaPool.take()
        let tape: Tape
        let root: Range<Int>
        if let inputs { arena.pointee.inputs.available = inputs }
        if let assets { arena.pointee.assets = assets }
        if !notices.isEmpty { arena.pointee.notices = notices }
        if let limit { arena.pointee.sizeLimit = TapeLimits.size(ofPage: limit) }
        if let previous {
            arena.pointee.previous = previous.tape
            arena.pointee.lazyScope.source = previous.tape.arena.pointee.lazyScope.lists
        }
        do {
            let outer = elmwood_current_render()
            elmwood_set_current_render(arena)
            defer { elmwood_set_current_render(outer) }
            let fragment = try view().fragment
            if !arena.pointee.inputs.missing.isEmpty { throw MissingInputs(arena.pointee.inputs.missing) }
            arena.pointee.content = ContentSummary()
            root = arena.pointee.finish(fragment)
            arena.pointee.checkFlatSurplus()
            if let failure = arena.pointee.failure {
                if failure == .tooLarge, let limit { throw PageTooLarge(limit: limit) }
                throw failure
            }
        } catch {
            let missing = arena.pointee.inputs.missing
            ArenaPool.give(arena)
            throw missing.isEmpty ? error : MissingInputs(missing)
        }
        let facts = arena.pointee.content.facts
        arena.pointee.previous = nil
        if assets != nil { arena.pointee.assets = nil }
        if inputs != nil { arena.pointee.inputs.available = nil }
        arena.pointee.lazyScope.forgetSource()
        tape = Tape(arena)
        let rendering = Rendering(tape: tape, range: root, facts: facts)
        if tape.arena.pointee.hasPayloads { rendering.diagnosePayloads() }
        if let limit { try rendering.checkSize(limit) }
        return rendering
    }

    /// The addresses of the view's topmost records, valid while the tape is alive.
    var addresses: Range<Address> {
        let range = range.clamped(to: 0..<tape.count)
        return (tape.base + range.lowerBound)..<(tape.base + range.upperBound)
    }

    /// The topmost records.
    package var records: TapeReader { TapeReader(memory: RecordMemory(tape), range: range) }

    /// The size of the view's records in bytes, including lazy parts.
    package var size: Int { range.count + tape.arena.pointee.flatSurplus }

    /// The bytes of the view's records with all lazy parts inline: equal views have equal bytes.
    package var bytes: [UInt8] {
        withExtendedLifetime(tape) {
            let records = addresses
            let size = Records.flatSize(of: records)
            return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
                guard size > 0, var target = UnsafeMutableRawBufferPointer(bytes).baseAddress else { return }
                Records.copyFlat(records, to: &target)
                count = size
            }
        }
    }
}

extension Arena {
    /// Returns the one range that contains the whole view.
    mutating func finish(_ fragment: Fragment) -> Range<Int> {
        if fragment.isEmpty { return 0..<0 }
        if owns(fragment), !fragment.isPieces {
            let range = Int(fragment.start)..<Int(fragment.end)
            noteRecords(in: range)
            return range
        }
        let start = count
        place(fragment)
        return start..<count
    }
}
