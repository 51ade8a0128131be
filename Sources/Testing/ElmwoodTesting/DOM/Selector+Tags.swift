// The selectors of single tags.

extension Selector {
    /// The `a` elements.
    public static let a = Selector(tag: "a")
    /// The `abbr` elements.
    public static let abbr = Selector(tag: "abbr")
    /// The `address` elements.
    public static let address = Selector(tag: "address")
    /// The `article` elements.
    public static let article = Selector(tag: "article")
    /// The `aside` elements.
    public static let aside = Selector(tag: "aside")
    /// The `audio` elements.
    public static let audio = Selector(tag: "audio")
    /// The `b` elements.
    public static let b = Selector(tag: "b")
    /// The `blockquote` elements.
    public static let blockquote = Selector(tag: "blockquote")
    /// The `body` elements.
    public static let body = Selector(tag: "body")
    /// The `button` elements.
    public static let button = Selector(tag: "button")
    /// The `caption` elements.
    public static let caption = Selector(tag: "caption")
    /// The `cite` elements.
    public static let cite = Selector(tag: "cite")
    /// The `code` elements.
    public static let code = Selector(tag: "code")
    /// The `dd` elements.
    public static let dd = Selector(tag: "dd")
    /// The `del` elements.
    public static let del = Selector(tag: "del")
    /// The `details` elements.
    public static let details = Selector(tag: "details")
    /// The `dfn` elements.
    public static let dfn = Selector(tag: "dfn")
    /// The `dialog` elements.
    public static let dialog = Selector(tag: "dialog")
    /// The `div` elements.
    public static let div = Selector(tag: "div")
    /// The `dl` elements.
    public static let dl = Selector(tag: "dl")
    /// The `dt` elements.
    public static let dt = Selector(tag: "dt")
    /// The `em` elements.
    public static let em = Selector(tag: "em")
    /// The `fieldset` elements.
    public static let fieldset = Selector(tag: "fieldset")
    /// The `figcaption` elements.
    public static let figcaption = Selector(tag: "figcaption")
    /// The `figure` elements.
    public static let figure = Selector(tag: "figure")
    /// The `footer` elements.
    public static let footer = Selector(tag: "footer")
    /// The `form` elements.
    public static let form = Selector(tag: "form")
    /// The `h1` elements.
    public static let h1 = Selector(tag: "h1")
    /// The `h2` elements.
    public static let h2 = Selector(tag: "h2")
    /// The `h3` elements.
    public static let h3 = Selector(tag: "h3")
    /// The `h4` elements.
    public static let h4 = Selector(tag: "h4")
    /// The `h5` elements.
    public static let h5 = Selector(tag: "h5")
    /// The `h6` elements.
    public static let h6 = Selector(tag: "h6")
    /// The `head` elements.
    public static let head = Selector(tag: "head")
    /// The `header` elements.
    public static let header = Selector(tag: "header")
    /// The `hgroup` elements.
    public static let hgroup = Selector(tag: "hgroup")
    /// The `hr` elements.
    public static let hr = Selector(tag: "hr")
    /// The `html` elements.
    public static let html = Selector(tag: "html")
    /// The `i` elements.
    public static let i = Selector(tag: "i")
    /// The `iframe` elements.
    public static let iframe = Selector(tag: "iframe")
    /// The `img` elements.
    public static let img = Selector(tag: "img")
    /// The `input` elements.
    public static let input = Selector(tag: "input")
    /// The `ins` elements.
    public static let ins = Selector(tag: "ins")
    /// The `kbd` elements.
    public static let kbd = Selector(tag: "kbd")
    /// The `label` elements.
    public static let label = Selector(tag: "label")
    /// The `legend` elements.
    public static let legend = Selector(tag: "legend")
    /// The `li` elements.
    public static let li = Selector(tag: "li")
    /// The `link` elements.
    public static let link = Selector(tag: "link")
    /// The `main` elements.
    public static let main = Selector(tag: "main")
    /// The `map` elements.
    public static let map = Selector(tag: "map")
    /// The `mark` elements.
    public static let mark = Selector(tag: "mark")
    /// The `math` elements.
    public static let math = Selector(tag: "math")
    /// The `menu` elements.
    public static let menu = Selector(tag: "menu")
    /// The `meta` elements.
    public static let meta = Selector(tag: "meta")
    /// The `meter` elements.
    public static let meter = Selector(tag: "meter")
    /// The `nav` elements.
    public static let nav = Selector(tag: "nav")
    /// The `ol` elements.
    public static let ol = Selector(tag: "ol")
    /// The `optgroup` elements.
    public static let optgroup = Selector(tag: "optgroup")
    /// The `option` elements.
    public static let option = Selector(tag: "option")
    /// The `output` elements.
    public static let output = Selector(tag: "output")
    /// The `p` elements.
    public static let p = Selector(tag: "p")
    /// The `picture` elements.
    public static let picture = Selector(tag: "picture")
    /// The `pre` elements.
    public static let pre = Selector(tag: "pre")
    /// The `progress` elements.
    public static let progress = Selector(tag: "progress")
    /// The `q` elements.
    public static let q = Selector(tag: "q")
    /// The `s` elements.
    public static let s = Selector(tag: "s")
    /// The `samp` elements.
    public static let samp = Selector(tag: "samp")
    /// The `search` elements.
    public static let search = Selector(tag: "search")
    /// The `section` elements.
    public static let section = Selector(tag: "section")
    /// The `select` elements.
    public static let select = Selector(tag: "select")
    /// The `small` elements.
    public static let small = Selector(tag: "small")
    /// The `source` elements.
    public static let source = Selector(tag: "source")
    /// The `span` elements.
    public static let span = Selector(tag: "span")
    /// The `strong` elements.
    public static let strong = Selector(tag: "strong")
    /// The `sub` elements.
    public static let sub = Selector(tag: "sub")
    /// The `summary` elements.
    public static let summary = Selector(tag: "summary")
    /// The `sup` elements.
    public static let sup = Selector(tag: "sup")
    /// The `svg` elements.
    public static let svg = Selector(tag: "svg")
    /// The `table` elements.
    public static let table = Selector(tag: "table")
    /// The `tbody` elements.
    public static let tbody = Selector(tag: "tbody")
    /// The `td` elements.
    public static let td = Selector(tag: "td")
    /// The `textarea` elements.
    public static let textarea = Selector(tag: "textarea")
    /// The `tfoot` elements.
    public static let tfoot = Selector(tag: "tfoot")
    /// The `th` elements.
    public static let th = Selector(tag: "th")
    /// The `thead` elements.
    public static let thead = Selector(tag: "thead")
    /// The `time` elements.
    public static let time = Selector(tag: "time")
    /// The `title` elements.
    public static let title = Selector(tag: "title")
    /// The `tr` elements.
    public static let tr = Selector(tag: "tr")
    /// The `u` elements.
    public static let u = Selector(tag: "u")
    /// The `ul` elements.
    public static let ul = Selector(tag: "ul")
    /// The `var` elements.
    public static let `var` = Selector(tag: "var")
    /// The `video` elements.
    public static let video = Selector(tag: "video")
}
