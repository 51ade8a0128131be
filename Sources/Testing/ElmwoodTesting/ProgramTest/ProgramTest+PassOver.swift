import Elmwood

extension ProgramTest {
    /// Counts everything that the program has done so far as checked: its model, its commands, and messages that the test has not
    /// sent. For the steps that lead to the start of a test.
    ///
    /// ```swift
    /// test.fill("Name", "Anna")
    /// test.click("Come in")
    /// test.passOver()
    /// ```
    ///
    /// Failures, and problems of fields, must always be checked.
    public func passOver() {
        sendWhatWaits()
        context.expectations.passOver()
    }
}

extension ExpectationLog {
    /// Removes all entries except problems and failures, and records that the test knows the model.
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
