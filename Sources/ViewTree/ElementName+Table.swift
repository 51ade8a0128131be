extension ElementName {
    package static var html: Self { Self(1, [.barrier, .listBarrier, .dependent]) }
    package static var head: Self { Self(2, [.listBarrier, .dependent]) }
    package static var body: Self { Self(3, [.listBarrier, .dependent]) }
    package static var title: Self { Self(4, [.escapableRawText, .metadata, .listBarrier]) }
    package static var meta: Self { Self(5, [.void, .metadata, .breakout]) }
    package static var div: Self { Self(6, [.block, .breakout]) }
    package static var p: Self { Self(7, [.block, .breakout]) }
    package static var h1: Self { Self(8, [.block, .breakout, .heading, .listBarrier]) }
    package static var a: Self { Self(9, [.anchor]) }
    package static var button: Self { Self(10, [.button, .listBarrier]) }
    package static var input: Self { Self(11, [.void, .listBarrier]) }
    package static var form: Self { Self(12, [.form, .block, .listBarrier]) }
    package static var output: Self { Self(13) }
    package static var table: Self { Self(14, [.block, .breakout, .barrier, .listBarrier]) }
    package static var tbody: Self { Self(15, [.tablePart, .tableSection, .dependent, .listBarrier]) }
    package static var tr: Self { Self(16, [.tableRow, .dependent, .listBarrier]) }
    package static var td: Self { Self(17, [.tableCell, .dependent, .barrier, .listBarrier]) }
    package static var ul: Self { Self(18, [.block, .breakout, .listBarrier]) }
    package static var li: Self { Self(19, [.listItem, .breakout, .listBarrier]) }
    package static var span: Self { Self(20, [.breakout]) }
    package static var textarea: Self { Self(21, [.escapableRawText, .leadingLineFeed, .listBarrier]) }
    package static var select: Self { Self(22, [.listBarrier]) }
    package static var option: Self { Self(23) }
    package static var label: Self { Self(24) }
    package static var script: Self { Self(25, [.rawText, .metadata, .listBarrier]) }
    package static var style: Self { Self(26, [.rawText, .metadata, .listBarrier]) }
    package static var pre: Self { Self(27, [.block, .breakout, .leadingLineFeed, .listBarrier]) }
    package static var fieldset: Self { Self(28, [.block, .listBarrier]) }

    /// Every known element, each at the position of its number.
    package static let definitions: [(element: ElementName, text: StaticString)] = [
        (.custom, ""), (.html, "html"), (.head, "head"), (.body, "body"), (.title, "title"), (.meta, "meta"),
        (.div, "div"), (.p, "p"), (.h1, "h1"), (.a, "a"), (.button, "button"), (.input, "input"), (.form, "form"),
        (.output, "output"), (.table, "table"), (.tbody, "tbody"), (.tr, "tr"), (.td, "td"), (.ul, "ul"),
        (.li, "li"), (.span, "span"), (.textarea, "textarea"), (.select, "select"), (.option, "option"),
        (.label, "label"), (.script, "script"), (.style, "style"), (.pre, "pre"), (.fieldset, "fieldset"),
    ]
}
