import Elmwood

/// A small shop. Effects get the products from another service, and the payment from the bank.
struct Shop: Program {
    struct Product: Codable, Equatable, Sendable {
        var name: String
        var price: Int
    }

    enum Payment: Codable, Equatable, Sendable {
        case asking(percent: Int)
        case refused(String)
        case done(number: Int)
    }

    struct Model: Codable, Equatable, Sendable {
        var text = ""
        var found: [Product] = []
        var basket: [String: Int] = [:]
        var prices: [String: Int] = [:]
        var payment: Payment?
        var sale: String?

        var total: Int { basket.reduce(0) { $0 + $1.value * (prices[$1.key] ?? 0) } }
    }

    struct Card: Codable, Equatable, Sendable {
        var number: String
        var holder: String
    }

    enum Message: Codable, Equatable, Sendable {
        case typed(String)
        case pause
        case found([Product])
        case notFound(String)
        case put(Product)
        case amount(of: String, Int)
        case remove(String)
        case pay(Card)
        case paying(percent: Int)
        case paid
        case refused(String)
        case numbered(Int)
        case restored([String: Int]?)
        case priceChanged(String, Int)
        case sale(String)
        case announce(String)
    }

    enum Effect: Codable, Equatable, Sendable {
        case search(String)
        case pay(Card, amount: Int)
        case watchPrices
    }

    struct Declined: Error, Equatable {}

    /// A stand-in for the service that lists the products.
    var catalogue: @Sendable (String) async throws -> [Product] = { _ in [] }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), .load("basket", Message.restored)) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.topic("sale", Message.sale)] + (model.basket.isEmpty ? [] : [.running(.watchPrices)])
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .typed(let text):
            model.text = text
            return text.isEmpty ? .cancel("search") : .after(.milliseconds(300), .pause, id: "search")
        case .pause: return .effect(.search(model.text), id: "search")
        case .found(let products): model.found = products
        case .notFound(let reason): model.sale = reason
        case .put(let product):
            model.basket[product.name, default: 0] += 1
            model.prices[product.name] = product.price
            return save(model)
        case .amount(let name, let amount):
            model.basket[name] = amount
            return save(model)
        case .remove(let name):
            model.basket[name] = nil
            return save(model)
        case .pay(let card):
            model.payment = .asking(percent: 0)
            return .effect(.pay(card, amount: model.total))
        case .paying(let percent): model.payment = .asking(percent: percent)
        case .paid: return .batch(.random(in: 1_000...9_999, Message.numbered), .remove("basket"))
        case .refused(let reason): model.payment = .refused(reason)
        case .numbered(let number):
            model = Model()
            model.payment = .done(number: number)
            return .navigate(to: "/thanks")
        case .restored(let basket): model.basket = basket ?? [:]
        case .priceChanged(let name, let price): model.prices[name] = price
        case .sale(let text): model.sale = text
        case .announce(let text): return .broadcast("sale", text)
        }
        return .none
    }

    private func save(_ model: Model) -> Command<Self> { .save(model.basket, as: "basket") }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard ["/", "/basket", "/thanks"].contains(page.path) else { throw NotFound() }
        return Document(page.path == "/thanks" ? "Thank you" : "Shop") {
            if let sale = model.sale { p(.class("sale")) { sale } }
            switch page.path {
            case "/basket": basket(model, on: page)
            case "/thanks": thanks(model)
            default: shelf(model)
            }
            nav {
                a(.href("/")) { "Shelf" }
                a(.href("/basket")) { "Basket (\(model.basket.count))" }
            }
        }
    }

    private func shelf(_ model: Model) -> Html<Message> {
        main {
            h1 { "Shop" }
            input(.name("search"), .ariaLabel("Search"), .value(model.text), .onChange(Message.typed))
            ul {
                for product in model.found {
                    li(.key(product.name)) {
                        "\(product.name), \(product.price) francs"
                        button("Put in basket", .put(product))
                    }
                }
            }
        }
    }

    private func basket(_ model: Model, on page: Page) -> Html<Message> {
        main {
            h1 { "Basket" }
            table {
                tbody {
                    for (name, amount) in model.basket.sorted(by: { $0.key < $1.key }) {
                        tr(.key(name)) {
                            th { name }
                            td {
                                input(
                                    .name("amount-\(name)"),
                                    .ariaLabel("How many"),
                                    .type(.number),
                                    .min(1),
                                    .max(9),
                                    .value(amount),
                                    .onChange { Message.amount(of: name, $0) }
                                )
                            }
                            td { button("Remove", .remove(name)) }
                        }
                    }
                }
            }
            output { "\(model.total)" }
            form("payment", .onSubmit(Message.pay)) {
                label("Card", for: "card")
                input(.id("card"), .name("number"), .required, .pattern("[0-9]{4}"))
                label("Holder", for: "holder")
                input(.id("holder"), .name("holder"), .required)
                button(.disabled(model.basket.isEmpty)) { "Pay" }
            }
            switch model.payment {
            case .asking(let percent): p(.role(.status)) { "Paying: \(percent) %" }
            case .refused(let reason): p(.role(.alert)) { reason }
            case .done, nil: Html.empty
            }
        }
    }

    private func thanks(_ model: Model) -> Html<Message> {
        main {
            h1 { "Thank you" }
            if case .done(let number) = model.payment { p { "Your order has the number \(number)." } }
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .search(let text): send(.found(try await catalogue(text)))
        case .pay, .watchPrices: throw Declined()
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        switch effect {
        case .search: .notFound("The catalogue does not answer.")
        case .pay: .refused("The bank has declined.")
        case .watchPrices: nil
        }
    }
}
