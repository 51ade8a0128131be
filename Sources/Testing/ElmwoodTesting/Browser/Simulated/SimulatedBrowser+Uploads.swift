import Elmwood
import ElmwoodPageTree

// Uploads in pieces: here they are complete as soon as their files are chosen, unless a test interrupts them.

extension SimulatedBrowser {
    /// Tells of the progress of an upload in pieces, if the field has one.
    func tellUpload(of files: [TestFile], in node: PageNode) {
        guard node.has("data-upload"), let node = current(node) else { return }
        let total = files.reduce(0) { $0 + $1.content.count }
        dispatch("elmwood-upload", at: node, .upload(loaded: areUploadsInterrupted ? 0 : total, total: total))
    }

    /// Whether a form waits for its uploads, which are interrupted.
    func awaitsUploads(_ form: PageNode, by button: PageNode?) -> Bool {
        guard areUploadsInterrupted else { return false }
        let waits = form.formControls.contains { control in
            guard control.has("data-upload"), case .files(let files) = control.fieldValue else { return false }
            return !files.isEmpty
        }
        if waits { waitingForm = (form, button) }
        return waits
    }

    /// Lets the uploads come to their end, and sends the form that waits for them.
    func resumeUploads() {
        areUploadsInterrupted = false
        guard let (form, button) = waitingForm else { return }
        waitingForm = nil
        if let form = current(form) { takeSubmit(form, by: button.flatMap(current)) }
    }
}
