/// What makes the script of an open page load the page again: anything but a patch or a sentence.
package enum LiveReload {
    /// The body of an answer: HTML, which no script can take for a patch.
    package static let answer: StaticString = "<p>The page has to be loaded again.</p>"
    /// The data of an event of a stream.
    package static let event = Array("0".utf8)
}
