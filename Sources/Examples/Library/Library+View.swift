import Elmwood

extension Library {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        let selection = Selection(page.query)
        let found = try page.read(Books(selection: selection), from: catalogue)
        return Document(
            selection.text.isEmpty ? "Library" : "\(selection.text) – Library",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
            },
            body: {
                main(.class("library")) {
                    nav(.ariaLabel("Site")) { a(.href("/")) { "Examples" } }
                    h1 { "Library" }
                    searchForm(selection, on: page)
                    p(.class("note"), .role(.status)) { summary(of: found, selection) }
                    if found.books.isEmpty {
                        p(.class("pages")) {
                            a(.href(page.link(to: selection.searching("").path))) { "Show all books" }
                        }
                    } else {
                        let window = selection.window(of: found.count)
                        if let window { windowPages(window, selection, on: page) }
                        bookTable(of: found, window, selection, on: page)
                        if window == nil { pages(of: found, selection, on: page) }
                    }
                }
            }
        )
    }

    /// A plain HTML form: without script, the browser itself loads the address of the results.
    private func searchForm(_ selection: Selection, on page: Page) -> Html<Message> {
        form(.role(.search), .action(page.link(to: "/"))) {
            label("Title, author or shelf number", for: "q")
            input(
                .id("q"),
                .name("q"),
                .type(.search),
                .value(selection.text),
                .maxlength(60),
                .autocomplete(.off),
                .spellcheck(false),
                .onInput { (text: String) in .searched(path: selection.searching(text).path) },
                .debounce(.milliseconds(150))
            )
            input(.type(.hidden), .name("sort"), .value(selection.sort))
            if selection.first != nil { input(.type(.hidden), .name("list"), .value("endless")) }
            if !page.isLive { button { "Search" } }
        }
    }

    private func summary(of found: Catalogue.Found, _ selection: Selection) -> String {
        switch found.count {
        case 0: "No book has “\(selection.text)” in its title, author or shelf number."
        case 1: "One book."
        default: "\(found.count) books."
        }
    }

    // MARK: The table

    private func bookTable(
        of found: Catalogue.Found,
        _ window: RowWindow?,
        _ selection: Selection,
        on page: Page
    ) -> Html<Message> {
        table(.class("books"), window == nil ? .none : .ariaRowcount(found.count + 1)) {
            caption { selection.text.isEmpty ? "All books" : "Books with “\(selection.text)”" }
            thead {
                tr { for order in Selection.Order.allCases { heading(order, selection, on: page) } }
            }
            if let window {
                window.list(as: tbody, onScroll: { .scrolled(path: selection.showing(from: $0).path) }) {
                    for (index, book) in zip(window.rows, found.books) {
                        lazy(Row(book: book, index: index)) { row(book, at: index, on: page) }
                    }
                }
            } else {
                tbody {
                    for book in found.books { lazy(book) { row(book, on: page) } }
                }
            }
        }
    }

    private struct Row: Equatable {
        var book: Book
        var index: Int
    }

    private func heading(_ order: Selection.Order, _ selection: Selection, on page: Page) -> Html<Message> {
        let isChosen = order == selection.order
        return th(
            .scope(.col),
            .class(order.rawValue),
            isChosen ? .ariaSort(selection.isDescending ? .descending : .ascending) : .none
        ) {
            a(.href(page.link(to: selection.sorted(by: order).path))) { order.name }
        }
    }

    private func row(_ book: Book, at index: Int? = nil, on page: Page) -> Html<Message> {
        // The heading is the table's first row.
        tr(.key(book.number), .id("book-\(book.number)"), index.map { .ariaRowindex($0 + 2) } ?? .none) {
            th(.scope(.row), .class("title")) {
                a(.href(page.link(to: Page.path("books", "\(book.number)")))) { book.title }
            }
            td(.class("author")) { book.author }
            td(.class("year")) { "\(book.year)" }
            td(.class("shelf")) { book.shelf }
        }
    }

    // MARK: Pages

    private func pages(of found: Catalogue.Found, _ selection: Selection, on page: Page) -> Html<Message> {
        let last = (found.count + Selection.step - 1) / Selection.step
        let near = max(1, found.page - 1)...min(last, found.page + 1)
        let numbers = last > 1 ? Set(near).union([1, last]).sorted() : []
        return nav(.class("pages"), .ariaLabel("Pages")) {
            if found.page > 1 { a(.href(address(found.page - 1)), .rel("prev")) { "Previous" } }
            for number in numbers {
                if number > 1, !numbers.contains(number - 1) { span { "…" } }
                a(
                    .href(address(number)),
                    .ariaLabel("Page \(number)"),
                    number == found.page ? .ariaCurrent(.page) : .none
                ) { "\(number)" }
            }
            if found.page < last { a(.href(address(found.page + 1)), .rel("next")) { "Next" } }
            a(.href(page.link(to: selection.showing(endlessly: true).path))) { "Show an endless list" }
        }
        func address(_ number: Int) -> String { page.link(to: selection.showing(page: number).path) }
    }

    /// What leads to all rows of the endless list without script, and past many of them with it.
    private func windowPages(_ window: RowWindow, _ selection: Selection, on page: Page) -> Html<Message> {
        div(.class("pages")) {
            window.pages("Pages") { page.link(to: selection.showing(from: $0).path) }
            a(.href(page.link(to: selection.showing(endlessly: false).path))) { "Show pages" }
        }
    }
}

extension Selection.Order {
    /// The heading of its column.
    fileprivate var name: String {
        switch self {
        case .title: "Title"
        case .author: "Author"
        case .year: "Year"
        case .shelf: "Shelf number"
        }
    }
}
