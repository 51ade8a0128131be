import ElmwoodViewTree

extension Page {
    /// Returns a value from outside of the model.
    ///
    /// If it is not there yet, this throws, the rendering stops, Elmwood reads the value, and the view is called again. A page may
    /// read ``TooManyReads/limit`` values. Two that do not depend on each other are read side by side by
    /// ``read(_:_:from:)``.
    ///
    /// ```swift
    /// let article = try page.read(ArticleBySlug(slug: model.slug), from: database)
    /// ```
    ///
    /// - Throws: what the read's `value(from:)` throws.
    public func read<R: Read>(_ read: R, from source: R.Source) throws -> R.Value {
        guard let result = try found(read, from: source) else { throw MissingInputs([]) }
        return try result.get()
    }

    /// Returns a value from outside of the model that is read without a source: see ``read(_:from:)``.
    public func read<R: Read>(_ read: R) throws -> R.Value where R.Source == Void { try self.read(read, from: ()) }

    /// Returns two values from outside of the model, which are read side by side: see ``read(_:from:)``.
    public func read<First: Read, Second: Read>(
        _ first: First,
        _ second: Second,
        from source: First.Source
    ) throws -> (First.Value, Second.Value) where First.Source == Second.Source {
        let results = (try found(first, from: source), try found(second, from: source))
        guard case (let first?, let second?) = results else { throw MissingInputs([]) }
        return (try first.get(), try second.get())
    }

    /// Returns three values from outside of the model, which are read side by side: see ``read(_:from:)``.
    public func read<First: Read, Second: Read, Third: Read>(
        _ first: First,
        _ second: Second,
        _ third: Third,
        from source: First.Source
    ) throws -> (First.Value, Second.Value, Third.Value)
    where First.Source == Second.Source, First.Source == Third.Source {
        let results = (try found(first, from: source), try found(second, from: source), try found(third, from: source))
        guard case (let first?, let second?, let third?) = results else { throw MissingInputs([]) }
        return (try first.get(), try second.get(), try third.get())
    }

    /// Returns a value from outside of the model, or that it is still being read: for what takes long. A live page is shown at once,
    /// and again with the value. Without script the page waits for the value.
    ///
    /// ```swift
    /// switch page.reading(Report(year: model.year), from: database) {
    /// case .loading: p { "One moment…" }
    /// case .value(let report): table(of: report)
    /// case .failed: p { "The report is not available at the moment." }
    /// }
    /// ```
    public func reading<R: Read>(_ read: R, from source: R.Source) -> Reading<R.Value> {
        if let value = values?.value(of: read, from: source) {
            noteThatViewUses(value)
            return switch value.result {
            case .success(let value): (value as? R.Value).map { .value($0) } ?? .loading
            case .failure(let error): .failed(error)
            }
        }
        let request = ReadRequest(read, from: source)
        if isLive { noteThatViewUses(request) } else { _ = noteThatViewLacks(request) }
        return .loading
    }

    /// Returns a value from outside of the model that is read without a source, or that it is still being read: see
    /// ``reading(_:from:)``.
    public func reading<R: Read>(_ read: R) -> Reading<R.Value> where R.Source == Void { reading(read, from: ()) }

    /// Returns the same page with a value that its view reads, for a test that calls a view.
    ///
    /// ```swift
    /// let page = Page().giving(article, for: ArticleBySlug(slug: "elm"), from: database)
    /// let document = try program.view(model, on: page)
    /// ```
    public func giving<R: Read>(_ value: R.Value, for read: R, from source: R.Source) -> Page {
        var page = self
        page.add([ReadValue(of: ReadRequest(read, from: source), .success(value))])
        return page
    }

    /// Returns the same page with a value that its view reads without a source, for a test that calls a view.
    public func giving<R: Read>(_ value: R.Value, for read: R) -> Page where R.Source == Void {
        giving(value, for: read, from: ())
    }

    package mutating func add(_ added: [ReadValue]) {
        var all = values?.values ?? [:]
        for value in added { all[value.request.key] = value }
        values = ReadValues(all)
    }

    /// Returns the value, or nil if it is missing, which the render notes.
    private func found<R: Read>(_ read: R, from source: R.Source) throws -> Result<R.Value, any Error>? {
        if let value = values?.value(of: read, from: source) {
            noteThatViewUses(value)
            return value.result.flatMap { value in
                (value as? R.Value).map { .success($0) } ?? .failure(ReadOutsideOfPage(read: "\(read)"))
            }
        }
        guard (values?.values.count ?? 0) < TooManyReads.limit else { throw TooManyReads() }
        guard noteThatViewLacks(ReadRequest(read, from: source)) else { throw ReadOutsideOfPage(read: "\(read)") }
        return nil
    }
}
