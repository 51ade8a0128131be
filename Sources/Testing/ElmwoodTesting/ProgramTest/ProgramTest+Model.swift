import Elmwood

extension ProgramTest {
    /// Expects exactly this change of the model since the test last checked it.
    ///
    /// ```swift
    /// test.click("+")
    /// test.expectModel { $0.count = 1 }
    /// ```
    ///
    /// The closure receives the model as the test knows it, and changes it into the expected one. An unchanged model need not be
    /// checked. In a test that is `.loosely`, the closure receives the current model, and must not change it.
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

    /// Returns the current model; nil if the program could not start. The model then counts as checked.
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

    /// Sends a message, and returns the model after it.
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
