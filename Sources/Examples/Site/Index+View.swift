import Elmwood
import ElmwoodSVG

extension Index {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Elmwood",
            head: {
                meta(.name("description"), .content("The Elm Architecture for the web, in Swift."))
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("stylesheet"), .href(page.asset("index.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                link(.rel("manifest"), .href("/site.webmanifest"))
                canonical(page.link(to: "/"))
            },
            body: {
                main(.class("index")) {
                    opening
                    program(model)
                    examples(on: page)
                    figures
                    beginning
                }
            }
        )
    }

    private var opening: Html<Message> {
        header {
            p(.class("brand")) {
                leaf
                "Elmwood"
            }
            h1 { "The Elm Architecture for the web, in Swift" }
            p(.class("lead")) {
                """
                You write one value: a model, messages, an update and a view. Elmwood serves it to each visitor as plain HTML that works \
                in any browser. With script, the same page is live.
                """
            }
            p(.class("ways-on")) {
                a(.class("button primary"), .href("#begin")) { "Begin" }
                a(.class("button"), .href("#examples")) { "See the examples" }
            }
        }
    }

    /// The logo: an elm leaf, whose veins are a tree.
    private var leaf: Html<Message> {
        svg(.class("leaf"), .viewBox("0 0 32 32"), .ariaHidden(true)) {
            path(
                .class("blade"),
                .d(
                    "M30 2c1.3 9.5-.2 16.8-4.3 21.2-4.3 4.6-10.3 5.4-17.3 2.3C4.8 18.5 5 12.3 9.2 7.9 13.3 3.6 20.3 1.7 30 2z"
                )
            )
            path(.class("stalk"), .d("M1.8 30.2 9 23"))
            path(
                .class("veins"),
                .d("M9 23 24.5 7.5M20.5 11.5V6.5M15.8 16.2V9.2M11.4 20.6v-6.2M20.3 11.7h6M15.6 16.4h8.2M11.2 20.8h7.4")
            )
        }
    }

    private func program(_ model: Model) -> Html<Message> {
        section(.class("program"), .ariaLabelledby("program")) {
            h2(.id("program")) { "This is all of a program" }
            pre(.tabindex(0), .ariaLabel("The code of the program")) { code { Code.colored(Code.counter) } }
            div(.class("running")) {
                p(.class("note")) { "And this is the program." }
                div(.class("stepper")) {
                    button("−", .decrement, .ariaLabel("Decrement"))
                    output(.ariaLive(.polite)) { "\(model.count)" }
                    button("+", .increment, .ariaLabel("Increment"))
                }
                p(.class("note")) { "No route, no handler, no script. A visitor can send only what the page offers." }
            }
        }
    }

    private func examples(on page: Page) -> Html<Message> {
        section(.id("examples"), .ariaLabelledby("examples-title")) {
            h2(.id("examples-title")) { "Examples" }
            p(.class("note")) { "Each is live, and each works without script. Open one in two windows." }
            ul(.class("gallery")) {
                for example in Self.examples {
                    li {
                        a(.href(example.path)) {
                            image(String(example.path.dropFirst()), width: 640, on: page)
                            strong { example.name }
                            span { example.note }
                        }
                    }
                }
                li(.class("wide")) {
                    div {
                        image("conduit", width: 1_304, on: page)
                        strong { "Conduit" }
                        span {
                            "A whole site with a JSON interface: "
                            code { "./dev run conduit" }
                        }
                    }
                }
            }
        }
    }

    /// The picture of an example, of 400 pixels in height: a dark one where the visitor prefers that.
    private func image(_ name: String, width: Int, on page: Page) -> Html<Message> {
        picture {
            source(.srcset(page.asset("examples/\(name)-dark.webp")), .media("(prefers-color-scheme: dark)"))
            img(
                .src(page.asset("examples/\(name)-light.webp")),
                .alt(""),
                .width(width),
                .height(400),
                .loading(.lazy)
            )
        }
    }

    private var figures: Html<Message> {
        section(.ariaLabelledby("figures")) {
            h2(.id("figures")) { "Figures" }
            ul(.class("figures")) {
                for (figure, note) in Self.figures {
                    li {
                        strong { figure }
                        span { note }
                    }
                }
            }
            p(.class("note")) {
                "Measured by "
                code { "./dev bench" }
                ". What each is, and the other figures, are in "
                code { "Documentation/Performance.md" }
                "."
            }
        }
    }

    private var beginning: Html<Message> {
        section(.id("begin"), .ariaLabelledby("begin-title")) {
            h2(.id("begin-title")) { "Begin" }
            ol(.class("steps")) {
                step("elmwood/dev new Shop", "writes a package: a program with a style sheet, and a test of it.")
                step("./dev run", "builds it, and serves it at http://127.0.0.1:8080.")
                step("./dev test", "runs its tests, which act as a visitor.")
            }
            p(.class("note")) {
                "The guide is "
                code { "Documentation/GettingStarted.md" }
                ", and the reference of all names is made by "
                code { "./dev docs" }
                "."
            }
        }
    }

    private func step(_ command: String, _ note: String) -> Html<Message> {
        li {
            code { command }
            span { note }
        }
    }
}
