import Elmwood

extension ProgramTest {
    /// Expects that the model has changed just so since the test last looked at it.
    ///
    /// ```swift
    /// test.click("+")
    /// test.expectModel { $0.count = 1 }
    /// ```
    ///
    /// The closure is given the model as it was, and makes it what it should be by now. That a model has not changed needs no
    /// saying. In a test that is `.loosely`, the closure is given the model as it is, and has to leave it so.
    public func expectModel(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: (inout P.Model) throws -> Void
    ) {
        sendWhatWaits()
        let (known, model) = context.expectations.takeModel()
        guard let model, let known else {
            return fail("There is no model: the program has not started.", file, line)
        }
        let isLoose = context.site.accounting == .loosely
        var expected = isLoose ? model : known
        do {
            try change(&expected)
        } catch {
            return fail("The closure of expectModel threw: \(error)", file, line)
        }
        guard expected != model else {
            if !isLoose, known == model {
                fail(
                    "The model has not changed since the test looked last, and expectModel changes nothing in it.",
                    file,
                    line
                )
            }
            return
        }
        let lines = ModelLines.expectations(from: expected, to: model, limit: 20)
        let what = known == model && !isLoose ? "The model has not changed" : "The model is not what was expected"
        fail("\(what):\n" + lines.indented(), file, line)
    }

    /// The model as it is; nil where the program could not start. The test has looked at it by that.
    ///
    /// ```swift
    /// #expect(test.expectModel()?.count == 0)
    /// ```
    @discardableResult
    public func expectModel(file: StaticString = #filePath, line: UInt = #line) -> P.Model? {
        sendWhatWaits()
        let model = context.expectations.takeModel().model
        if model == nil { fail("There is no model: the program has not started.", file, line) }
        return model
    }

    /// Sends a message, and returns the model that it came to.
    ///
    /// ```swift
    /// #expect(test.expectModel(for: .increment)?.count == 1)
    /// ```
    @discardableResult
    public func expectModel(
        for message: P.Message,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> P.Model? {
        send(message, file: file, line: line)
        return expectModel(file: file, line: line)
    }
}
