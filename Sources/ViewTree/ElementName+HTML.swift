// The HTML elements of the HTML Standard's index that are not obsolete.

extension ElementName {
    package static let html = Self(1, [.barrier, .listBarrier, .dependent, .particular])
    package static let head = Self(2, [.breakout, .listBarrier, .dependent, .particular])
    package static let body = Self(3, [.breakout, .listBarrier, .dependent])
    package static let title = Self(4, [.escapableRawText, .listBarrier, .metadata])
    package static let base = Self(5, [.void, .listBarrier, .metadata])
    package static let link = Self(6, [.void, .listBarrier, .metadata])
    package static let meta = Self(7, [.breakout, .void, .listBarrier, .metadata])
    package static let style = Self(8, [.rawText, .listBarrier, .tablePart, .metadata])
    package static let script = Self(9, [.rawText, .listBarrier, .tablePart, .metadata])
    package static let noscript = Self(10, [.listBarrier, .metadata])
    package static let template = Self(11, [.barrier, .listBarrier, .tablePart, .metadata, .particular])
    package static let slot = Self(12)
    package static let canvas = Self(13)
    package static let article = Self(14, [.block, .listBarrier])
    package static let section = Self(15, [.block, .listBarrier])
    package static let nav = Self(16, [.block, .listBarrier])
    package static let aside = Self(17, [.block, .listBarrier])
    package static let h1 = Self(18, [.block, .breakout, .listBarrier, .heading])
    package static let h2 = Self(19, [.block, .breakout, .listBarrier, .heading])
    package static let h3 = Self(20, [.block, .breakout, .listBarrier, .heading])
    package static let h4 = Self(21, [.block, .breakout, .listBarrier, .heading])
    package static let h5 = Self(22, [.block, .breakout, .listBarrier, .heading])
    package static let h6 = Self(23, [.block, .breakout, .listBarrier, .heading])
    package static let hgroup = Self(24, [.block, .listBarrier])
    package static let header = Self(25, [.block, .listBarrier])
    package static let footer = Self(26, [.block, .listBarrier])
    package static let address = Self(27, .block)
    package static let p = Self(28, [.block, .breakout, .particular])
    package static let hr = Self(29, [.block, .breakout, .void, .listBarrier])
    package static let pre = Self(30, [.block, .breakout, .leadingLineFeed, .listBarrier])
    package static let blockquote = Self(31, [.block, .breakout, .listBarrier])
    package static let ol = Self(32, [.block, .breakout, .listBarrier])
    package static let ul = Self(33, [.block, .breakout, .listBarrier])
    package static let menu = Self(34, [.block, .breakout, .listBarrier])
    package static let li = Self(35, [.block, .listItem, .breakout, .listBarrier])
    package static let dl = Self(36, [.block, .breakout, .listBarrier])
    package static let dt = Self(37, [.block, .description, .breakout, .listBarrier])
    package static let dd = Self(38, [.block, .description, .breakout, .listBarrier])
    package static let figure = Self(39, [.block, .listBarrier])
    package static let figcaption = Self(40, [.block, .listBarrier])
    package static let main = Self(41, [.block, .listBarrier])
    package static let search = Self(42, [.block, .listBarrier])
    package static let div = Self(43, [.block, .breakout])
    package static let a = Self(44, .anchor)
    package static let em = Self(45, .breakout)
    package static let strong = Self(46, .breakout)
    package static let small = Self(47, .breakout)
    package static let s = Self(48, .breakout)
    package static let cite = Self(49)
    package static let q = Self(50)
    package static let dfn = Self(51)
    package static let abbr = Self(52)
    package static let ruby = Self(53, .breakout)
    package static let rt = Self(54)
    package static let rp = Self(55)
    package static let data = Self(56)
    package static let time = Self(57)
    package static let code = Self(58, .breakout)
    package static let `var` = Self(59, .breakout)
    package static let samp = Self(60)
    package static let kbd = Self(61)
    package static let sub = Self(62, .breakout)
    package static let sup = Self(63, .breakout)
    package static let i = Self(64, .breakout)
    package static let b = Self(65, .breakout)
    package static let u = Self(66, .breakout)
    package static let mark = Self(67)
    package static let bdi = Self(68)
    package static let bdo = Self(69)
    package static let span = Self(70, .breakout)
    package static let br = Self(71, [.breakout, .void, .listBarrier])
    package static let wbr = Self(72, [.void, .listBarrier])
    package static let ins = Self(73)
    package static let del = Self(74)
    package static let picture = Self(75)
    package static let source = Self(76, [.void, .listBarrier])
    package static let img = Self(77, [.breakout, .void, .listBarrier])
    package static let iframe = Self(78, [.rawText, .listBarrier])
    package static let embed = Self(79, [.breakout, .void, .listBarrier])
    package static let object = Self(80, [.barrier, .listBarrier])
    package static let video = Self(81)
    package static let audio = Self(82)
    package static let track = Self(83, [.void, .listBarrier])
    package static let map = Self(84)
    package static let area = Self(85, [.void, .listBarrier])
    package static let table = Self(86, [.block, .breakout, .barrier, .listBarrier, .particular])
    package static let caption = Self(87, [.barrier, .listBarrier, .tablePart, .dependent])
    package static let colgroup = Self(88, [.listBarrier, .tablePart, .dependent, .particular])
    package static let col = Self(89, [.void, .listBarrier, .dependent])
    package static let tbody = Self(90, [.listBarrier, .tablePart, .tableSection, .dependent])
    package static let thead = Self(91, [.listBarrier, .tablePart, .tableSection, .dependent])
    package static let tfoot = Self(92, [.listBarrier, .tablePart, .tableSection, .dependent])
    package static let tr = Self(93, [.listBarrier, .tableRow, .dependent])
    package static let td = Self(94, [.barrier, .listBarrier, .tableCell, .dependent])
    package static let th = Self(95, [.barrier, .listBarrier, .tableCell, .dependent])
    package static let form = Self(96, [.form, .block, .listBarrier])
    package static let label = Self(97)
    package static let input = Self(98, [.void, .listBarrier])
    package static let button = Self(99, [.button, .listBarrier])
    package static let select = Self(100, [.listBarrier, .particular])
    package static let datalist = Self(101)
    package static let optgroup = Self(102)
    package static let option = Self(103)
    package static let textarea = Self(104, [.escapableRawText, .leadingLineFeed, .listBarrier])
    package static let output = Self(105)
    package static let progress = Self(106)
    package static let meter = Self(107)
    package static let fieldset = Self(108, [.block, .listBarrier])
    package static let legend = Self(109)
    package static let selectedcontent = Self(110)
    package static let details = Self(111, [.block, .listBarrier])
    package static let summary = Self(112, [.block, .listBarrier])
    package static let dialog = Self(113, .block)

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
