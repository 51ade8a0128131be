import Elmwood

/// The report of a visit: a map, an editor, stars and a signature, each by a script of its own in `Public/elements`.
///
/// Without script the place has two fields, the text its `textarea`, and the signature is a picture that is chosen. There are no stars then.
package struct VisitReport: App {
    /// The reports that were sent, and the place of the next one.
    package struct Model: Codable, Equatable, Sendable {
        var place = Place(x: 50, y: 50)
        var reports: [Report] = []
    }

    /// A place on the map, in percent: what the map's event says, and what the form has without script.
    package struct Place: Codable, Equatable, EventPayload {
        var x: Int
        var y: Int

        package static var ranges: [String: ClosedRange<Double>] { ["x": 0...100, "y": 0...100] }
    }

    /// The fields of the form.
    package struct Draft: Codable, Equatable, Sendable {
        var text: String
        var stars: Int?
        var signature: UploadedFile?
    }

    /// A report, without its picture.
    package struct Report: Codable, Equatable, Sendable {
        var place: Place
        var text: String
        var stars: Int?
        var isSigned: Bool
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case picked(Place)
        case placed(Place)
        case send(Draft)
    }

    /// How often the pin flashes.
    struct Flash: Codable, Sendable { var times: Int }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .picked(let place): model.place = place
        case .placed(let place):
            model.place = place
            return .dispatch("map-flash", to: "map", Flash(times: 2))
        case .send(let draft):
            let isSigned = draft.signature != nil
            model.reports.insert(
                Report(place: model.place, text: draft.text, stars: draft.stars, isSigned: isSigned),
                at: 0
            )
            model.reports = Array(model.reports.prefix(20))
        }
        return .none
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Visit report",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("stylesheet"), .href(page.asset("report.css")))
                link(.rel("icon"), .href("/favicon.svg"))
            },
            body: {
                main(.class("report")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Visit report" }
                    place(model.place)
                    report(on: page)
                    if !model.reports.isEmpty { reports(model.reports) }
                }
            }
        )
    }

    private func place(_ place: Place) -> Html<Message> {
        section(.class("card"), .ariaLabel("Place")) {
            element(
                "site-map",
                .id("map"),
                .attribute("x", "\(place.x)"),
                .attribute("y", "\(place.y)"),
                .opaque,
                .on("map-pick", "pick", otherwise: .form("place")) { (place: Place) in .picked(place) }
            )
            form("place", .onSubmit(Message.placed)) {
                for (name, value) in [("x", place.x), ("y", place.y)] {
                    label {
                        "\(name.uppercased()) in percent "
                        input(.id(name), .name(name), .type(.number), .min(0), .max(100), .required, .value(value))
                    }
                }
                button { "Place" }
            }
        }
    }

    private func report(on page: Page) -> Html<Message> {
        form("report", .class("card"), .onSubmit(Message.send)) {
            label(.for("text")) { "Report" }
            element("text-editor") {
                textarea(.id("text"), .name("text"), .rows(5), .required, .maxlength(2_000))
            }
            element("star-rating", .id("stars"), .name("stars"), .field(.number), .min(1), .max(5), .ariaLabel("Stars"))
            label(.for("signature")) { "Signature" }
            element("signature-pad") {
                input(
                    .id("signature"),
                    .name("signature"),
                    .type(.file),
                    .accept("image/*"),
                    .fileSize(upTo: 1_000_000)
                )
            }
            p { button(.class("primary")) { "Send" } }
        }
    }

    private func reports(_ reports: [Report]) -> Html<Message> {
        ul(.id("reports")) {
            for report in reports {
                li {
                    strong { report.text }
                    " at \(report.place.x), \(report.place.y)"
                    if let stars = report.stars { ", \(stars) of 5 stars" }
                    report.isSigned ? ", signed" : ", not signed"
                }
            }
        }
    }
}
