/// The names of elements and attributes as bytes for the writer: each in a slot of 32 bytes, made once.
///
/// `@unchecked Sendable`: only `init` writes the memory, which lives as long as the process.
struct HTMLNames: @unchecked Sendable {
    static let slotSize = 32
    static let shared = HTMLNames()

    /// `<td>`, by the number of the element.
    let startTags: UnsafeRawPointer
    /// `</td>`, by the number of the element.
    let endTags: UnsafeRawPointer
    /// ` class="`, or of an event ` data-on-click="`, by the number of the attribute.
    let attributes: UnsafeRawPointer
    /// The sizes of `<td`; the size of `<td>` is 1 more, that of `</td>` 2 more.
    let startTagSizes: UnsafePointer<UInt8>
    /// The sizes of ` class="`; the size of the name is 2 less.
    let attributeSizes: UnsafePointer<UInt8>
    /// How the writer handles an element, by its number.
    let elementKinds: UnsafePointer<ElementKind>
    let elementCount: Int
    let attributeCount: Int

    enum ElementKind: UInt8 {
        /// Nothing special.
        case plain
        case void
        case rawText
        case leadingLineFeed
        /// Written by a function of its own: the page, forms, controls, and names that the table does not have.
        case special
    }

    private init() {
        let elements = ElementName.definitions
        let attributes = AttributeName.definitions
        startTags = Self.slots(elements.map { "<\($0.text)>" })
        endTags = Self.slots(elements.map { "</\($0.text)>" })
        startTagSizes = Self.list(elements.map { UInt8(truncatingIfNeeded: 1 + $0.text.utf8CodeUnitCount) })
        elementKinds = Self.list(elements.map { Self.kind($0.element) })
        elementCount = elements.count
        attributeCount = attributes.count
        let labels = attributes.map { attribute, text in
            attribute.traits.contains(.event) ? " data-on-\(text)=\"" : " \(text)=\""
        }
        self.attributes = Self.slots(labels)
        attributeSizes = Self.list(labels.map { UInt8(truncatingIfNeeded: $0.utf8.count) })
    }

    /// Copies the values to memory that is never freed: a table of the process, read without a retain.
    private static func list<Value>(_ values: [Value]) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
        return UnsafePointer(memory)
    }

    private static func kind(_ element: ElementName) -> ElementKind {
        let special: [ElementName] = [
            .custom, .html, .head, .body, .dialog, .form, .button, .input, .select, .option, .textarea,
        ]
        if special.contains(element) { return .special }
        if element.traits.contains(.void) { return .void }
        if element.traits.contains(.rawText) { return .rawText }
        return element.traits.contains(.leadingLineFeed) ? .leadingLineFeed : .plain
    }

    /// Copies the texts to adjacent slots. A text too long for its slot would be cut; a test checks that there is none.
    private static func slots(_ texts: [String]) -> UnsafeRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: texts.count * slotSize, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: texts.count * slotSize)
        for (index, text) in texts.enumerated() {
            for (position, byte) in text.utf8.prefix(slotSize).enumerated() {
                memory.storeBytes(of: byte, toByteOffset: index * slotSize + position, as: UInt8.self)
            }
        }
        return UnsafeRawPointer(memory)
    }
}
