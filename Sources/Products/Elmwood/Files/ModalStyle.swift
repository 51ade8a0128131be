import ElmwoodHTTPServer

/// The style sheet by which a modal dialog is a page of its own without script, where no browser opens one as modal.
///
/// A page refers to it in a `noscript` of such a dialog. What is around the dialog is invisible, so that it cannot be reached by the
/// keyboard or a screen reader either.
package enum ModalStyle {
    static let text = """
        html:has(dialog[data-modal]) { overflow: hidden; }
        body:has(dialog[data-modal]), dialog[data-modal]:has(dialog[data-modal], ~ dialog[data-modal]) { visibility: hidden; }
        dialog[data-modal], :modal, :popover-open { visibility: visible; }
        dialog[data-modal] {
            position: fixed; inset: 0; z-index: 2147483647; overflow: auto; box-sizing: border-box;
            width: auto; max-width: none; height: auto; max-height: none; margin: 0; border-radius: 0;
        }

        """

    /// Its address, which contains its digest, so the content never changes.
    package static let address =
        "/elmwood/"
        + SHA256.digest(Array(text.utf8)).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        + ".css"

    /// Returns the answer to a request for it; nil if the request is for something else.
    static func response(to request: Request) -> Response? {
        guard request.path == address else { return nil }
        return Response(
            .ok,
            headers: [
                "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
            ],
            body: .bytes(Array(text.utf8))
        )
    }
}
