// The HTML elements of the HTML Standard's index that are not obsolete.

extension ElementName {
    package static var html: Self { Self(1, [.barrier, .listBarrier, .dependent, .particular]) }
    package static var head: Self { Self(2, [.breakout, .listBarrier, .dependent, .particular]) }
    package static var body: Self { Self(3, [.breakout, .listBarrier, .dependent]) }
    package static var title: Self { Self(4, [.escapableRawText, .listBarrier, .metadata]) }
    package static var base: Self { Self(5, [.void, .listBarrier, .metadata]) }
    package static var link: Self { Self(6, [.void, .listBarrier, .metadata]) }
    package static var meta: Self { Self(7, [.breakout, .void, .listBarrier, .metadata]) }
    package static var style: Self { Self(8, [.rawText, .listBarrier, .tablePart, .metadata]) }
    package static var script: Self { Self(9, [.rawText, .listBarrier, .tablePart, .metadata]) }
    package static var noscript: Self { Self(10, [.listBarrier, .metadata]) }
    package static var template: Self { Self(11, [.barrier, .listBarrier, .tablePart, .metadata, .particular]) }
    package static var slot: Self { Self(12) }
    package static var canvas: Self { Self(13) }
    package static var article: Self { Self(14, [.block, .listBarrier]) }
    package static var section: Self { Self(15, [.block, .listBarrier]) }
    package static var nav: Self { Self(16, [.block, .listBarrier]) }
    package static var aside: Self { Self(17, [.block, .listBarrier]) }
    package static var h1: Self { Self(18, [.block, .breakout, .listBarrier, .heading]) }
    package static var h2: Self { Self(19, [.block, .breakout, .listBarrier, .heading]) }
    package static var h3: Self { Self(20, [.block, .breakout, .listBarrier, .heading]) }
    package static var h4: Self { Self(21, [.block, .breakout, .listBarrier, .heading]) }
    package static var h5: Self { Self(22, [.block, .breakout, .listBarrier, .heading]) }
    package static var h6: Self { Self(23, [.block, .breakout, .listBarrier, .heading]) }
    package static var hgroup: Self { Self(24, [.block, .listBarrier]) }
    package static var header: Self { Self(25, [.block, .listBarrier]) }
    package static var footer: Self { Self(26, [.block, .listBarrier]) }
    package static var address: Self { Self(27, .block) }
    package static var p: Self { Self(28, [.block, .breakout, .particular]) }
    package static var hr: Self { Self(29, [.block, .breakout, .void, .listBarrier]) }
    package static var pre: Self { Self(30, [.block, .breakout, .leadingLineFeed, .listBarrier]) }
    package static var blockquote: Self { Self(31, [.block, .breakout, .listBarrier]) }
    package static var ol: Self { Self(32, [.block, .breakout, .listBarrier]) }
    package static var ul: Self { Self(33, [.block, .breakout, .listBarrier]) }
    package static var menu: Self { Self(34, [.block, .breakout, .listBarrier]) }
    package static var li: Self { Self(35, [.block, .listItem, .breakout, .listBarrier]) }
    package static var dl: Self { Self(36, [.block, .breakout, .listBarrier]) }
    package static var dt: Self { Self(37, [.block, .description, .breakout, .listBarrier]) }
    package static var dd: Self { Self(38, [.block, .description, .breakout, .listBarrier]) }
    package static var figure: Self { Self(39, [.block, .listBarrier]) }
    package static var figcaption: Self { Self(40, [.block, .listBarrier]) }
    package static var main: Self { Self(41, [.block, .listBarrier]) }
    package static var search: Self { Self(42, [.block, .listBarrier]) }
    package static var div: Self { Self(43, [.block, .breakout]) }
    package static var a: Self { Self(44, .anchor) }
    package static var em: Self { Self(45, .breakout) }
    package static var strong: Self { Self(46, .breakout) }
    package static var small: Self { Self(47, .breakout) }
    package static var s: Self { Self(48, .breakout) }
    package static var cite: Self { Self(49) }
    package static var q: Self { Self(50) }
    package static var dfn: Self { Self(51) }
    package static var abbr: Self { Self(52) }
    package static var ruby: Self { Self(53, .breakout) }
    package static var rt: Self { Self(54) }
    package static var rp: Self { Self(55) }
    package static var data: Self { Self(56) }
    package static var time: Self { Self(57) }
    package static var code: Self { Self(58, .breakout) }
    package static var `var`: Self { Self(59, .breakout) }
    package static var samp: Self { Self(60) }
    package static var kbd: Self { Self(61) }
    package static var sub: Self { Self(62, .breakout) }
    package static var sup: Self { Self(63, .breakout) }
    package static var i: Self { Self(64, .breakout) }
    package static var b: Self { Self(65, .breakout) }
    package static var u: Self { Self(66, .breakout) }
    package static var mark: Self { Self(67) }
    package static var bdi: Self { Self(68) }
    package static var bdo: Self { Self(69) }
    package static var span: Self { Self(70, .breakout) }
    package static var br: Self { Self(71, [.breakout, .void, .listBarrier]) }
    package static var wbr: Self { Self(72, [.void, .listBarrier]) }
    package static var ins: Self { Self(73) }
    package static var del: Self { Self(74) }
    package static var picture: Self { Self(75) }
    package static var source: Self { Self(76, [.void, .listBarrier]) }
    package static var img: Self { Self(77, [.breakout, .void, .listBarrier]) }
    package static var iframe: Self { Self(78, [.rawText, .listBarrier]) }
    package static var embed: Self { Self(79, [.breakout, .void, .listBarrier]) }
    package static var object: Self { Self(80, [.barrier, .listBarrier]) }
    package static var video: Self { Self(81) }
    package static var audio: Self { Self(82) }
    package static var track: Self { Self(83, [.void, .listBarrier]) }
    package static var map: Self { Self(84) }
    package static var area: Self { Self(85, [.void, .listBarrier]) }
    package static var table: Self { Self(86, [.block, .breakout, .barrier, .listBarrier, .particular]) }
    package static var caption: Self { Self(87, [.barrier, .listBarrier, .tablePart, .dependent]) }
    package static var colgroup: Self { Self(88, [.listBarrier, .tablePart, .dependent, .particular]) }
    package static var col: Self { Self(89, [.void, .listBarrier, .dependent]) }
    package static var tbody: Self { Self(90, [.listBarrier, .tablePart, .tableSection, .dependent]) }
    package static var thead: Self { Self(91, [.listBarrier, .tablePart, .tableSection, .dependent]) }
    package static var tfoot: Self { Self(92, [.listBarrier, .tablePart, .tableSection, .dependent]) }
    package static var tr: Self { Self(93, [.listBarrier, .tableRow, .dependent]) }
    package static var td: Self { Self(94, [.barrier, .listBarrier, .tableCell, .dependent]) }
    package static var th: Self { Self(95, [.barrier, .listBarrier, .tableCell, .dependent]) }
    package static var form: Self { Self(96, [.form, .block, .listBarrier]) }
    package static var label: Self { Self(97) }
    package static var input: Self { Self(98, [.void, .listBarrier]) }
    package static var button: Self { Self(99, [.button, .listBarrier]) }
    package static var select: Self { Self(100, [.listBarrier, .particular]) }
    package static var datalist: Self { Self(101) }
    package static var optgroup: Self { Self(102) }
    package static var option: Self { Self(103) }
    package static var textarea: Self { Self(104, [.escapableRawText, .leadingLineFeed, .listBarrier]) }
    package static var output: Self { Self(105) }
    package static var progress: Self { Self(106) }
    package static var meter: Self { Self(107) }
    package static var fieldset: Self { Self(108, [.block, .listBarrier]) }
    package static var legend: Self { Self(109) }
    package static var selectedcontent: Self { Self(110) }
    package static var details: Self { Self(111, [.block, .listBarrier]) }
    package static var summary: Self { Self(112, [.block, .listBarrier]) }
    package static var dialog: Self { Self(113, .block) }

    static var htmlDefinitions: [(element: ElementName, text: StaticString)] {
        [
            (.html, "html"), (.head, "head"), (.body, "body"), (.title, "title"), (.base, "base"), (.link, "link"),
            (.meta, "meta"), (.style, "style"), (.script, "script"), (.noscript, "noscript"), (.template, "template"),
            (.slot, "slot"), (.canvas, "canvas"), (.article, "article"), (.section, "section"), (.nav, "nav"),
            (.aside, "aside"), (.h1, "h1"), (.h2, "h2"), (.h3, "h3"), (.h4, "h4"), (.h5, "h5"), (.h6, "h6"),
            (.hgroup, "hgroup"), (.header, "header"), (.footer, "footer"), (.address, "address"), (.p, "p"),
            (.hr, "hr"),
            (.pre, "pre"), (.blockquote, "blockquote"), (.ol, "ol"), (.ul, "ul"), (.menu, "menu"), (.li, "li"),
            (.dl, "dl"), (.dt, "dt"), (.dd, "dd"), (.figure, "figure"), (.figcaption, "figcaption"), (.main, "main"),
            (.search, "search"), (.div, "div"), (.a, "a"), (.em, "em"), (.strong, "strong"), (.small, "small"),
            (.s, "s"),
            (.cite, "cite"), (.q, "q"), (.dfn, "dfn"), (.abbr, "abbr"), (.ruby, "ruby"), (.rt, "rt"), (.rp, "rp"),
            (.data, "data"), (.time, "time"), (.code, "code"), (.var, "var"), (.samp, "samp"), (.kbd, "kbd"),
            (.sub, "sub"), (.sup, "sup"), (.i, "i"), (.b, "b"), (.u, "u"), (.mark, "mark"), (.bdi, "bdi"),
            (.bdo, "bdo"),
            (.span, "span"), (.br, "br"), (.wbr, "wbr"), (.ins, "ins"), (.del, "del"), (.picture, "picture"),
            (.source, "source"), (.img, "img"), (.iframe, "iframe"), (.embed, "embed"), (.object, "object"),
            (.video, "video"), (.audio, "audio"), (.track, "track"), (.map, "map"), (.area, "area"), (.table, "table"),
            (.caption, "caption"), (.colgroup, "colgroup"), (.col, "col"), (.tbody, "tbody"), (.thead, "thead"),
            (.tfoot, "tfoot"), (.tr, "tr"), (.td, "td"), (.th, "th"), (.form, "form"), (.label, "label"),
            (.input, "input"), (.button, "button"), (.select, "select"), (.datalist, "datalist"),
            (.optgroup, "optgroup"),
            (.option, "option"), (.textarea, "textarea"), (.output, "output"), (.progress, "progress"),
            (.meter, "meter"),
            (.fieldset, "fieldset"), (.legend, "legend"), (.selectedcontent, "selectedcontent"), (.details, "details"),
            (.summary, "summary"), (.dialog, "dialog"),
        ]
    }
}
