import ElmwoodMessageText

extension Html where Message: Codable & Sendable {
    /// Converts the view for a larger program: wraps each message that it offers into one of the parent's.
    ///
    /// ```swift
    /// counterView(model.counter).map(Message.counter)
    /// ```
    public func map<Parent: Codable & Sendable>(
        _ transform: @escaping @Sendable (Message) -> Parent
    ) -> Html<Parent> {
        guard let arena = Arena.current else { return Html<Parent>(.outside) }
        return Html<Parent>(
            arena.pointee.mapped(
                fragment,
                text: { text in
                    try messageText(of: transform(try MessageText.decode(Message.self, from: text)))
                },
                handler: { handler in
                    Handler(payload: handler.payload) { decoder in
                        guard let message = try handler.message(decoder) as? Message else { throw MappedHandlerError() }
                        return transform(message)
                    }
                }
            )
        )
    }
}

/// The error of a handler that makes a message of another type than its view's. A view's handlers are made with the type of its
/// messages, so no program and no client can cause it.
struct MappedHandlerError: Error {}

extension Arena {
    /// The conversion of the messages and the handlers of a view that is placed in another program's view.
    struct MessageMap {
        let text: (String) throws -> String
        let handler: (Handler) -> Handler
    }

    /// Writes a copy of the fragment with other messages.
    mutating func mapped(
        _ fragment: Fragment,
        text: @escaping (String) throws -> String,
        handler: @escaping (Handler) -> Handler
    ) -> Fragment {
        guard failure == nil else { return .empty }
        let map = MessageMap(text: text, handler: handler)
        var copies: [Range<Int>] = []
        // Referenced parts cannot be changed, so they are written out first.
        forEachRange(of: fragment) { arena, range in copies.append(arena.flat(range)) }
        let start = count
        for range in copies { emit(range, through: map) }
        guard failure == nil else { return .empty }
        noteRecords(in: start..<count)
        return self.fragment(start..<count)
    }

    /// Copies the records of the range to the cursor, with their messages mapped. The depth of the recursion is that of the
    /// records, which is bounded.
    private mutating func emit(_ range: Range<Int>, through map: MessageMap) {
        var offset = range.lowerBound
        while offset < range.upperBound, failure == nil {
            let end = offset + size(at: offset)
            let facts = Facts(rawValue: load16(offset + RecordLayout.facts))
            if load8(offset) == RecordKind.element.rawValue, facts.contains(.events) {
                emit(element: offset, through: map)
            } else {
                copy(offset..<end)
            }
            offset = end
        }
    }

    private mutating func emit(element offset: Int, through map: MessageMap) {
        let start = count
        let attributes = offset + RecordLayout.elementHeader
        let contentStart = attributes + load32(offset + RecordLayout.attributesSize)
        copy(offset..<attributes)
        var attribute = attributes
        while attribute < contentStart, failure == nil {
            let next = attribute + RecordLayout.attributeHeader + load32(attribute + RecordLayout.attributeSize)
            emit(attribute: attribute..<next, through: map)
            attribute = next
        }
        guard failure == nil else { return }
        store(
            UInt32(truncatingIfNeeded: count - start - RecordLayout.elementHeader),
            at: start + RecordLayout.attributesSize
        )
        emit(contentStart..<(offset + size(at: offset)), through: map)
        guard failure == nil else { return }
        store(UInt32(truncatingIfNeeded: count - start), at: start + RecordLayout.size)
    }

    private mutating func emit(attribute range: Range<Int>, through map: MessageMap) {
        let kind = AttributeValue.Kind(rawValue: load8(range.lowerBound + RecordLayout.attributeKind))
        let namesMessages = load16(range.lowerBound) == AttributeName.meanwhile.id
        guard kind == .message || namesMessages else {
            let first = handlers.count
            copy(range)
            if kind == .handler, first < handlers.count {
                handlers[first].handler = map.handler(handlers[first].handler)
            }
            return
        }
        let value = (range.lowerBound + RecordLayout.attributeHeader)..<range.upperBound
        let old = String(decoding: bytes(value), as: UTF8.self)
        do {
            let text = try namesMessages ? HtmlValue.Meanwhile.mapped(old, by: map.text) : map.text(old)
            guard reserve(RecordLayout.attributeHeader + text.utf8.count) else { return }
            let start = count
            copy(range.lowerBound..<value.lowerBound)
            store(UInt32(truncatingIfNeeded: text.utf8.count), at: start + RecordLayout.attributeSize)
            guard reserve(text.utf8.count) else { return }
            putUTF8(text)
        } catch {
            diagnose("The message \(old) cannot be mapped and is left out: \(error)")
        }
    }
}
