import Elmwood

extension Counter {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Counter",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                if model.isRunning && !page.isLive {
                    // Without script a page has no other way to learn that the slow step is done.
                    meta(.httpEquiv(.refresh), .content("1"))
                }
            },
            body: {
                main(.class("counter")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Counter" }
                    quickCounter(model, on: page)
                    slowCounter(model)
                }
            }
        )
    }

    private func quickCounter(_ model: Model, on page: Page) -> Html<Message> {
        let problem = page.problem(in: "count")
        return section(.ariaLabel("Counter")) {
            div(.class("stepper")) {
                button("−", .decrement, .ariaLabel("Decrement"))
                output(.id("count"), .ariaLive(.polite)) { "\(model.count)" }
                button("+", .increment, .ariaLabel("Increment"))
            }
            p(.class("field")) {
                label(.for("count-field")) { "Set to" }
                input(
                    .id("count-field"),
                    .name("count"),
                    .type(.number),
                    .required,
                    .value(model.count),
                    .when(problem != nil, .ariaDescribedby("count-problem")),
                    .onChange(Message.set)
                )
                button(.form(PageForm.id)) { "Set" }
            }
            if let problem {
                p(.id("count-problem"), .class("problem"), .role("alert")) { problem }
            }
            p(.class("actions")) {
                button("Randomize", .randomize)
                button("Reset", .reset, .disabled(model.count == 0))
                button("Save", .save)
                button("Load", .load)
            }
        }
    }

    @HtmlBuilder<Message>
    private func slowCounter(_ model: Model) -> Html<Message> {
        section(.ariaLabel("Slow counter")) {
            h2 { "Slow counter" }
            div(.class("stepper"), .ariaBusy(model.isRunning)) {
                button("−", .decrementSlowly, .ariaLabel("Decrement slowly"), .disabled(model.isRunning))
                output(.id("slow-count"), .ariaLive(.polite)) { "\(model.slowCount)" }
                button("+", .incrementSlowly, .ariaLabel("Increment slowly"), .disabled(model.isRunning))
            }
            // It is always present, so that a screen reader announces its changes and nothing moves.
            p(.class("note"), .role("status")) {
                model.isRunning ? "Counting…" : "Each step asks a slow service."
            }
        }
    }
}
