extension AttributeName {
    package static var `class`: Self { Self(4, .joinedBySpace) }
    package static var id: Self { Self(5) }
    package static var name: Self { Self(6) }
    package static var type: Self { Self(7) }
    package static var value: Self { Self(8) }
    package static var href: Self { Self(9, .url) }
    package static var action: Self { Self(10, .url) }
    package static var method: Self { Self(11) }
    package static var disabled: Self { Self(12, .boolean) }
    package static var checked: Self { Self(13, .boolean) }
    package static var form: Self { Self(14) }
    package static var lang: Self { Self(15) }
    package static var charset: Self { Self(16) }
    package static var content: Self { Self(17) }
    package static var style: Self { Self(18, .joinedBySemicolon) }
    package static var enctype: Self { Self(19) }
    package static var selected: Self { Self(20, .boolean) }
    package static var multiple: Self { Self(21, .boolean) }
    package static var srcdoc: Self { Self(22, .markup) }
    package static var ariaInvalid: Self { Self(23) }

    package static var onClick: Self { Self(24, .event) }
    package static var onChange: Self { Self(25, .event) }
    package static var onSubmit: Self { Self(26, .event) }
    package static var onInput: Self { Self(27, .event) }
    package static var onDoubleClick: Self { Self(28, .event) }

    /// Every known attribute and event, each at the position of its number.
    package static let definitions: [(attribute: AttributeName, text: StaticString)] = [
        (.custom, ""), (.key, "key"), (.tag, "tag"), (.formName, "form-name"), (.class, "class"), (.id, "id"),
        (.name, "name"), (.type, "type"), (.value, "value"), (.href, "href"), (.action, "action"),
        (.method, "method"), (.disabled, "disabled"), (.checked, "checked"), (.form, "form"), (.lang, "lang"),
        (.charset, "charset"), (.content, "content"), (.style, "style"), (.enctype, "enctype"),
        (.selected, "selected"), (.multiple, "multiple"), (.srcdoc, "srcdoc"), (.ariaInvalid, "aria-invalid"),
        (.onClick, "click"), (.onChange, "change"), (.onSubmit, "submit"), (.onInput, "input"),
        (.onDoubleClick, "dblclick"),
    ]
}
