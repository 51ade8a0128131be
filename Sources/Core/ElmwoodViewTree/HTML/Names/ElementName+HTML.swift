// The HTML elements of the HTML Standard's index that are not obsolete.

extension ElementName {
    @usableFromInline package static let html = Self(1, [.barrier, .listBarrier, .dependent, .particular])
    @usableFromInline package static let head = Self(2, [.breakout, .listBarrier, .dependent, .particular])
    @usableFromInline package static let body = Self(3, [.breakout, .listBarrier, .dependent])
    @usableFromInline package static let title = Self(4, [.escapableRawText, .listBarrier, .metadata])
    @usableFromInline package static let base = Self(5, [.void, .listBarrier, .metadata])
    @usableFromInline package static let link = Self(6, [.void, .listBarrier, .metadata])
    @usableFromInline package static let meta = Self(7, [.breakout, .void, .listBarrier, .metadata])
    @usableFromInline package static let style = Self(8, [.rawText, .listBarrier, .tablePart, .metadata])
    @usableFromInline package static let script = Self(9, [.rawText, .listBarrier, .tablePart, .metadata])
    @usableFromInline package static let noscript = Self(10, [.listBarrier, .metadata])
    @usableFromInline package static let template = Self(
        11,
        [.barrier, .listBarrier, .tablePart, .metadata, .particular]
    )
    @usableFromInline package static let slot = Self(12)
    @usableFromInline package static let canvas = Self(13)
    @usableFromInline package static let article = Self(14, [.block, .listBarrier])
    @usableFromInline package static let section = Self(15, [.block, .listBarrier])
    @usableFromInline package static let nav = Self(16, [.block, .listBarrier])
    @usableFromInline package static let aside = Self(17, [.block, .listBarrier])
    @usableFromInline package static let h1 = Self(18, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let h2 = Self(19, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let h3 = Self(20, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let h4 = Self(21, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let h5 = Self(22, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let h6 = Self(23, [.block, .breakout, .listBarrier, .heading])
    @usableFromInline package static let hgroup = Self(24, [.block, .listBarrier])
    @usableFromInline package static let header = Self(25, [.block, .listBarrier])
    @usableFromInline package static let footer = Self(26, [.block, .listBarrier])
    @usableFromInline package static let address = Self(27, .block)
    @usableFromInline package static let p = Self(28, [.block, .breakout, .particular])
    @usableFromInline package static let hr = Self(29, [.block, .breakout, .void, .listBarrier])
    @usableFromInline package static let pre = Self(30, [.block, .breakout, .leadingLineFeed, .listBarrier])
    @usableFromInline package static let blockquote = Self(31, [.block, .breakout, .listBarrier])
    @usableFromInline package static let ol = Self(32, [.block, .breakout, .listBarrier])
    @usableFromInline package static let ul = Self(33, [.block, .breakout, .listBarrier])
    @usableFromInline package static let menu = Self(34, [.block, .breakout, .listBarrier])
    @usableFromInline package static let li = Self(35, [.block, .listItem, .breakout, .listBarrier])
    @usableFromInline package static let dl = Self(36, [.block, .breakout, .listBarrier])
    @usableFromInline package static let dt = Self(37, [.block, .description, .breakout, .listBarrier])
    @usableFromInline package static let dd = Self(38, [.block, .description, .breakout, .listBarrier])
    @usableFromInline package static let figure = Self(39, [.block, .listBarrier])
    @usableFromInline package static let figcaption = Self(40, [.block, .listBarrier])
    @usableFromInline package static let main = Self(41, [.block, .listBarrier])
    @usableFromInline package static let search = Self(42, [.block, .listBarrier])
    @usableFromInline package static let div = Self(43, [.block, .breakout])
    @usableFromInline package static let a = Self(44, .anchor)
    @usableFromInline package static let em = Self(45, .breakout)
    @usableFromInline package static let strong = Self(46, .breakout)
    @usableFromInline package static let small = Self(47, .breakout)
    @usableFromInline package static let s = Self(48, .breakout)
    @usableFromInline package static let cite = Self(49)
    @usableFromInline package static let q = Self(50)
    @usableFromInline package static let dfn = Self(51)
    @usableFromInline package static let abbr = Self(52)
    @usableFromInline package static let ruby = Self(53, .breakout)
    @usableFromInline package static let rt = Self(54)
    @usableFromInline package static let rp = Self(55)
    @usableFromInline package static let data = Self(56)
    @usableFromInline package static let time = Self(57)
    @usableFromInline package static let code = Self(58, .breakout)
    @usableFromInline package static let `var` = Self(59, .breakout)
    @usableFromInline package static let samp = Self(60)
    @usableFromInline package static let kbd = Self(61)
    @usableFromInline package static let sub = Self(62, .breakout)
    @usableFromInline package static let sup = Self(63, .breakout)
    @usableFromInline package static let i = Self(64, .breakout)
    @usableFromInline package static let b = Self(65, .breakout)
    @usableFromInline package static let u = Self(66, .breakout)
    @usableFromInline package static let mark = Self(67)
    @usableFromInline package static let bdi = Self(68)
    @usableFromInline package static let bdo = Self(69)
    @usableFromInline package static let span = Self(70, .breakout)
    @usableFromInline package static let br = Self(71, [.breakout, .void, .listBarrier])
    @usableFromInline package static let wbr = Self(72, [.void, .listBarrier])
    @usableFromInline package static let ins = Self(73)
    @usableFromInline package static let del = Self(74)
    @usableFromInline package static let picture = Self(75)
    @usableFromInline package static let source = Self(76, [.void, .listBarrier])
    @usableFromInline package static let img = Self(77, [.breakout, .void, .listBarrier])
    @usableFromInline package static let iframe = Self(78, [.rawText, .listBarrier])
    @usableFromInline package static let embed = Self(79, [.breakout, .void, .listBarrier])
    @usableFromInline package static let object = Self(80, [.barrier, .listBarrier])
    @usableFromInline package static let video = Self(81)
    @usableFromInline package static let audio = Self(82)
    @usableFromInline package static let track = Self(83, [.void, .listBarrier])
    @usableFromInline package static let map = Self(84)
    @usableFromInline package static let area = Self(85, [.void, .listBarrier])
    @usableFromInline package static let table = Self(86, [.block, .breakout, .barrier, .listBarrier, .particular])
    @usableFromInline package static let caption = Self(87, [.barrier, .listBarrier, .tablePart, .dependent])
    @usableFromInline package static let colgroup = Self(88, [.listBarrier, .tablePart, .dependent, .particular])
    @usableFromInline package static let col = Self(89, [.void, .listBarrier, .dependent])
    @usableFromInline package static let tbody = Self(90, [.listBarrier, .tablePart, .tableSection, .dependent])
    @usableFromInline package static let thead = Self(91, [.listBarrier, .tablePart, .tableSection, .dependent])
    @usableFromInline package static let tfoot = Self(92, [.listBarrier, .tablePart, .tableSection, .dependent])
    @usableFromInline package static let tr = Self(93, [.listBarrier, .tableRow, .dependent])
    @usableFromInline package static let td = Self(94, [.barrier, .listBarrier, .tableCell, .dependent])
    @usableFromInline package static let th = Self(95, [.barrier, .listBarrier, .tableCell, .dependent])
    @usableFromInline package static let form = Self(96, [.form, .block, .listBarrier])
    @usableFromInline package static let label = Self(97)
    @usableFromInline package static let input = Self(98, [.void, .listBarrier])
    @usableFromInline package static let button = Self(99, [.button, .listBarrier])
    @usableFromInline package static let select = Self(100, [.listBarrier, .particular])
    @usableFromInline package static let datalist = Self(101)
    @usableFromInline package static let optgroup = Self(102)
    @usableFromInline package static let option = Self(103)
    @usableFromInline package static let textarea = Self(104, [.escapableRawText, .leadingLineFeed, .listBarrier])
    @usableFromInline package static let output = Self(105)
    @usableFromInline package static let progress = Self(106)
    @usableFromInline package static let meter = Self(107)
    @usableFromInline package static let fieldset = Self(108, [.block, .listBarrier])
    @usableFromInline package static let legend = Self(109)
    @usableFromInline package static let selectedcontent = Self(110)
    @usableFromInline package static let details = Self(111, [.block, .listBarrier])
    @usableFromInline package static let summary = Self(112, [.block, .listBarrier])
    @usableFromInline package static let dialog = Self(113, .block)

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
