import Elmwood

extension ProgramTest {
    /// Takes what the program has done so far as looked at: its model, its commands, and the messages that came by themselves.
    /// For the way to where a test begins.
    ///
    /// ```swift
    /// test.fill("Name", "Anna")
    /// test.click("Come in")
    /// test.passOver()
    /// ```
    ///
    /// What failed, and what is wrong with a field, is never passed over.
    public func passOver() {
        sendWhatWaits()
        context.expectations.passOver()
    }
}

extension ExpectationLog {
    /// Takes out all but problems and failures; the model is known as it is.
    func passOver() {
        _ = takeModel()
        takeAll { entry in
            switch entry.subject {
            case .command, .message: true
            case .problem, .failure: false
            }
        }
    }
}
