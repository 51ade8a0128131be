import Elmwood

extension BookPage {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard let book = try page.read(BookByNumber(number: number), from: catalogue) else { throw NotFound() }
        switch page.path {
        case "/": return document(book.title, on: page) { details(book, on: page) }
        case "/edit":
            guard let version = Int(page.query["version"] ?? ""), 1...book.version ~= version else { throw NotFound() }
            return document("Edit \(book.title)", on: page) { editing(book, version, model, on: page) }
        default: throw NotFound()
        }
    }

    private func document(
        _ title: String,
        on page: Page,
        @HtmlBuilder<Message> content: () -> Html<Message>
    ) -> Document<Message> {
        Document(
            "\(title) – Library",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
            },
            body: {
                main(.class("library book")) {
                    nav { a(.href(home)) { "Library" } }
                    for notice in page.notices { p(.class("notice"), .role(.status)) { notice } }
                    content()
                }
            }
        )
    }

    @HtmlBuilder<Message>
    private func details(_ book: Book, on page: Page) -> Html<Message> {
        h1 { book.title }
        section(.class("card"), .ariaLabel("Details")) {
            dl {
                dt { "Author" }
                dd { a(.href(home + Page.path(query: ["q": book.author]).dropFirst())) { book.author } }
                dt { "Year" }
                dd { "\(book.year)" }
                dt { "Shelf number" }
                dd { book.shelf }
                dt { "Copies" }
                dd { "\(book.copies)" }
            }
            a(.class("button"), .href(page.link(to: Self.path(toEdit: book)))) { "Edit" }
        }
    }

    // MARK: The form

    @HtmlBuilder<Message>
    private func editing(_ book: Book, _ version: Int, _ model: Model, on page: Page) -> Html<Message> {
        // A draft of another version is what the visitor has left behind.
        let draft = model.draft.flatMap { $0.version == version ? $0 : nil }
        h1 { "Edit “\(book.title)”" }
        if book.version != version, !model.isSaving {
            div(.class("problem"), .role(.alert)) {
                p { "Somebody else has changed this book: it is now \(book.summary)." }
                p { a(.href(page.link(to: Self.path(toEdit: book)))) { "Begin again with that" } }
            }
        }
        for problem in page.problems where problem.field.isEmpty {
            p(.class("problem"), .role(.alert)) { problem.sentence }
        }
        bookForm(draft ?? book.entry, version, on: page)
    }

    /// The form. `.novalidate` leaves the validation to the server, so that problems have the same words and the same place with and
    /// without script.
    private func bookForm(_ entry: Book.Entry, _ version: Int, on page: Page) -> Html<Message> {
        form("book", .onSubmit(Message.save), .novalidate, .class("card")) {
            // From the address: a hidden field is accepted only as the view has it, and the book's version changes meanwhile.
            input(.type(.hidden), .name("version"), .value(version))
            formField("title", "Title", on: page) { description in
                input(.id("title"), .name("title"), .value(entry.title), .required, .maxlength(120), description)
            }
            formField("author", "Author", on: page) { description in
                input(.id("author"), .name("author"), .value(entry.author), .required, .maxlength(80), description)
            }
            formField("year", "Year", on: page) { description in
                input(
                    .id("year"),
                    .name("year"),
                    .type(.number),
                    .value(entry.year),
                    .required,
                    .min(1450),
                    .max(2030),
                    description
                )
            }
            formField("shelf", "Shelf number", hint: "Two capital letters and four digits: EL 0042", on: page) {
                description in
                input(
                    .id("shelf"),
                    .name("shelf"),
                    .value(entry.shelf),
                    .required,
                    .pattern("[A-Z]{2} [0-9]{4}"),
                    .maxlength(7),
                    description
                )
            }
            formField("copies", "Copies", on: page) { description in
                input(
                    .id("copies"),
                    .name("copies"),
                    .type(.number),
                    .value(entry.copies),
                    .required,
                    .min(0),
                    .max(99),
                    description
                )
            }
            p(.class("actions")) {
                button(.class("primary")) { "Save" }
                button("Cancel", .cancel)
            }
        }
    }
}
