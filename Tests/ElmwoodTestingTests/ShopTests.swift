import ElmwoodTesting
import Testing

/// An app that is tested with the kit, as its author would do it.
@Suite struct ShopTests {
    private let apple = Shop.Product(name: "Apple", price: 2)
    private let pear = Shop.Product(name: "Pear", price: 3)
    private let card = Shop.Card(number: "1234", holder: "Ada")

    /// Opens the shop for a new visitor.
    private func open(_ script: Script, _ model: Shop.Model? = nil, at path: String = "/") -> ProgramTest<Shop> {
        let test = ProgramTest(Shop(), at: path, model: model, script: script)
        guard model == nil else { return test }
        test.expectCommand(.load("basket", Shop.Message.restored))
        test.expectMessage(.restored(nil))
        return test
    }

    @Test(arguments: Script.allCases)
    func `The search waits for a pause in the input`(script: Script) {
        let test = open(script)
        test.fill("Search", "ap")
        test.expectModel { $0.text = "ap" }
        test.expectCommand(.after(.milliseconds(300), .pause, id: "search"))
        test.advance(by: .milliseconds(200))
        test.fill("Search", "apple")
        test.expectModel { $0.text = "apple" }
        test.expectCommand(.after(.milliseconds(300), .pause, id: "search"))
        test.advance(by: .milliseconds(200))
        test.advance(by: .milliseconds(100))
        test.expectMessage(.pause)
        test.resolve(.search("apple"), with: .found([apple]))
        test.expectModel { $0.found = [apple] }
        test.expect(.li, "Apple, 2 francs Put in basket")
    }

    @Test(arguments: Script.allCases)
    func `A newer search replaces an older one`(script: Script) {
        let test = open(script)
        test.send(.typed("a"))
        test.expectModel { $0.text = "a" }
        test.expectCommand(.after(.milliseconds(300), .pause, id: "search"))
        test.advance(by: .milliseconds(300))
        test.expectMessage(.pause)
        test.expectCommand(.effect(.search("a"), id: "search"))
        test.send(.typed(""))
        test.expectModel { $0.text = "" }
        test.expectCommand(.cancel("search"))
    }

    @Test(arguments: Script.allCases)
    func `The page says that the catalogue does not answer`(script: Script) {
        let test = open(script)
        test.send(.pause)
        test.resolve(.search(""), throwing: Shop.Declined())
        test.expectModel { $0.sale = "The catalogue does not answer." }
        test.expect(".sale", "The catalogue does not answer.")
    }

    @Test func `The shop's own access to the catalogue is tested with a stand-in for the service`() {
        let test = ProgramTest(Shop(catalogue: { [.init(name: $0, price: 1)] }), .loosely)
        test.send(.typed("Fig"))
        test.advance(by: .milliseconds(300))
        test.perform(.search("Fig"))
        test.expectMessage(.found([.init(name: "Fig", price: 1)]))
        test.expect(.li, count: 1)
    }

    @Test(arguments: Script.allCases)
    func `The basket is stored, and restored when the visitor returns`(script: Script) {
        let test = open(script, .init(found: [apple, pear]))
        test.within(.li, containing: "Pear") { test.click("Put in basket") }
        test.expectModel {
            $0.basket = ["Pear": 1]
            $0.prices = ["Pear": 3]
        }
        test.expectCommand(.save(["Pear": 1], as: "basket"))
        test.expectSubscriptions(.topic("sale", Shop.Message.sale), .running(.watchPrices))
        #expect(test.storage.load("basket") == ["Pear": 1])

        let later = ProgramTest(Shop(), at: "/basket", script: script, stored: ["basket": ["Pear": 2]])
        later.expectCommand(.load("basket", Shop.Message.restored))
        later.expectMessage(.restored(["Pear": 2]))
        later.expectModel { $0.basket = ["Pear": 2] }
        later.expectField("How many", "2")
    }

    @Test(arguments: Script.allCases)
    func `Quantities are changed and removed by row`(script: Script) {
        let model = Shop.Model(basket: ["Apple": 1, "Pear": 1], prices: ["Apple": 2, "Pear": 3])
        let test = open(script, model, at: "/basket")
        test.expect(.output, "5")
        test.within(.tr, containing: "Apple") {
            test.fill("How many", "4")
            test.expectModel { $0.basket["Apple"] = 4 }
            test.expectCommand(.save(["Apple": 4, "Pear": 1], as: "basket"))
        }
        test.expect(.output, "11")
        test.within(.tr, number: 2) { test.click("Remove") }
        test.expectModel { $0.basket["Pear"] = nil }
        test.expectCommand(.save(["Apple": 4], as: "basket"))
        test.expect(.tr, count: 1)
    }

    @Test(arguments: Script.allCases)
    func `A changed price is shown`(script: Script) {
        let test = open(script, .init(basket: ["Apple": 2], prices: ["Apple": 2]), at: "/basket")
        test.deliver(.priceChanged("Apple", 5), from: .watchPrices)
        test.expectModel { $0.prices["Apple"] = 5 }
        test.expect(.output, "10")
    }

    @Test(arguments: Script.allCases)
    func `A payment shows its progress, and ends with an order number`(script: Script) {
        let test = open(script, .init(basket: ["Apple": 2], prices: ["Apple": 2]), at: "/basket")
        test.fill("Card", "1234")
        test.fill("Holder", "Ada")
        test.click("Pay")
        test.expectModel { $0.payment = .asking(percent: 0) }
        test.deliver(.paying(percent: 50), from: .pay(card, amount: 4))
        test.expectModel { $0.payment = .asking(percent: 50) }
        test.expect("[role=status]", "Paying: 50 %")
        test.random(returns: 4711)
        test.resolve(.pay(card, amount: 4), with: .paid)
        test.expectCommands(
            .random(in: 1_000...9_999, Shop.Message.numbered),
            .remove("basket"),
            .navigate(to: "/thanks")
        )
        test.expectModel {
            $0 = Shop.Model()
            $0.payment = .done(number: 4711)
        }
        test.expectAddress("/thanks")
        test.expectView(text: "Your order has the number 4711.")
    }

    @Test(arguments: Script.allCases)
    func `A declined payment, an invalid card and an empty basket are shown`(script: Script) {
        let test = open(script, .init(basket: ["Apple": 2], prices: ["Apple": 2]), at: "/basket")
        test.fill("Card", "12")
        test.click("Pay")
        test.expectProblem(in: "number")
        test.expectProblem(in: "holder", "Please fill this in.")
        test.fill("Card", "1234")
        test.fill("Holder", "Ada")
        test.submit("payment")
        test.expectModel { $0.payment = .asking(percent: 0) }
        test.resolve(.pay(card, amount: 4), throwing: Shop.Declined())
        test.expectModel { $0.payment = .refused("The bank has declined.") }
        test.expect("[role=alert]", "The bank has declined.")
        test.click("Remove")
        test.expectModel { $0.basket = [:] }
        test.expectCommand(.save([String: Int](), as: "basket"))
        test.expectSnapshot("empty basket")
    }

    @Test(arguments: Script.allCases)
    func `A sale is announced to all visitors`(script: Script) {
        let visitors = Visitors(of: Shop(), script: script)
        let ada = visitors.enter("Ada", model: .init())
        let bob = visitors.enter("Bob", model: .init())
        ada.send(.announce("Pears for 1 franc!"))
        ada.expectCommand(.broadcast("sale", "Pears for 1 franc!"))
        for visitor in [ada, bob] {
            visitor.expectMessage(.sale("Pears for 1 franc!"))
            visitor.expectModel { $0.sale = "Pears for 1 franc!" }
            visitor.expect(".sale", "Pears for 1 franc!")
        }
    }

    @Test(arguments: Script.allCases)
    func `Unknown addresses give an error`(script: Script) {
        let test = open(script)
        test.open("/cellar")
        #expect(test.expectFailure() is NotFound)
        test.open("/basket")
        test.expect(.h1, "Basket")
    }
}
