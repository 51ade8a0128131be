import Testing
@testable import ElmwoodViewTree

enum Message: Codable, Equatable, Sendable {
    case increment
    case remove(id: Int)
    case set(to: Int)
    case rename(String)
    case add(NewItem)
}

struct NewItem: Codable, Equatable, Sendable {
    var title: String
}

func written(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws -> String {
    try Rendering.render(view).htmlText
}

@Test func `A view is written as HTML whose controls work without script`() throws {
    let text = try written {
        div(.class("a"), .id("x")) {
            p { "a < b & \"c\"" }
            button("+", .increment, .disabled(false))
            div()
            if true { "x"; "y" }
            for i in 0..<3 { span { "\(i)" } }
            input(.name("n"), .value(5), .onChange(Message.set))
            form("new", .onSubmit(Message.add)) {
                input(.name("title"), .type(.file))
                button { "Add" }
            }
        }
    }
    #expect(
        text == """
            <div class="a" id="x"><p>a &lt; b &amp; &quot;c&quot;</p>\
            <button form="elmwood" name="message" value="increment">+</button><div></div>xy\
            <span>0</span><span>1</span><span>2</span>\
            <input form="elmwood" name="n" value="5" data-on-change="">\
            <form method="post" data-form="new" enctype="multipart/form-data">\
            <input data-elmwood type="hidden" name="form" value="new">\
            <input name="title" type="file"><button>Add</button></form></div>
            """
    )
}
