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
                        bookTable(of: found, selection, on: page)
                        if selection.rows == nil {
                            pages(of: found, selection, on: page)
                        } else {
                            more(of: found, selection, on: page)
                        }
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
            if selection.rows != nil { input(.type(.hidden), .name("list"), .value("endless")) }
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

    private func bookTable(of found: Catalogue.Found, _ selection: Selection, on page: Page) -> Html<Message> {
        table(.class("books")) {
            caption { selection.text.isEmpty ? "All books" : "Books with “\(selection.text)”" }
            thead {
                tr { for order in Selection.Order.allCases { heading(order, selection, on: page) } }
            }
            tbody {
                for book in found.books { lazy(book) { row(book, on: page) } }
            }
        }
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

    private func row(_ book: Book, on page: Page) -> Html<Message> {
        tr(.key(book.number), .id("book-\(book.number)")) {
            th(.scope(.row), .class("title")) {
                a(.href(page.link(to: Page.path("books", "\(book.number)")))) { book.title }
            }
            td(.class("author")) { book.author }
            td(.class("year")) { "\(book.year)" }
            td(.class("shelf")) { book.shelf }
        }
    }

    // MARK: Below the table

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

    /// A link to the same list with more rows, which with script come as soon as it is in view. It leads to the last row of now, which
    /// the new ones follow.
    private func more(of found: Catalogue.Found, _ selection: Selection, on page: Page) -> Html<Message> {
        nav(.class("pages"), .ariaLabel("More books")) {
            if found.books.count < min(found.count, Selection.mostRows), let last = found.books.last {
                let path = selection.showingMore().path
                a(
                    .href(page.link(to: "\(path)#book-\(last.number)")),
                    .onVisible(.reachedEnd(path: path))
                ) { "More" }
            }
            span { "\(found.books.count) of \(found.count)" }
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
