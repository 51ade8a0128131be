/// A piece of a page: elements and text whose controls offer messages of type `Message`.
///
/// An element function (`div`, `button`, …) writes its record into the buffer of the render that is going on, and
/// answers with this small handle to it.
public struct Html<Message>: Sendable {
    package var start: UInt32
    package var end: UInt32
    package var render: UInt64

    package init(start: UInt32, end: UInt32, render: UInt64) {
        self.start = start
        self.end = end
        self.render = render
    }
}
