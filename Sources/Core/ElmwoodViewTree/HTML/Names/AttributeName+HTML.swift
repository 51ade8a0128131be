// The attributes of the HTML Standard that are not obsolete, and a few of related specifications.

extension AttributeName {
    @usableFromInline package static var `class`: Self { Self(4, .joinedBySpace) }
    @usableFromInline package static var style: Self { Self(5, .joinedBySemicolon) }
    @usableFromInline package static var accesskey: Self { Self(6) }
    @usableFromInline package static var autocapitalize: Self { Self(7) }
    @usableFromInline package static var autocorrect: Self { Self(8) }
    @usableFromInline package static var autofocus: Self { Self(9, .boolean) }
    @usableFromInline package static var contenteditable: Self { Self(10) }
    @usableFromInline package static var dir: Self { Self(11) }
    @usableFromInline package static var draggable: Self { Self(12) }
    @usableFromInline package static var enterkeyhint: Self { Self(13) }
    @usableFromInline package static var exportparts: Self { Self(14) }
    @usableFromInline package static var headingoffset: Self { Self(15) }
    @usableFromInline package static var headingreset: Self { Self(16, .boolean) }
    @usableFromInline package static var hidden: Self { Self(17) }
    @usableFromInline package static var id: Self { Self(18) }
    @usableFromInline package static var inert: Self { Self(19, .boolean) }
    @usableFromInline package static var inputmode: Self { Self(20) }
    @usableFromInline package static var `is`: Self { Self(21) }
    @usableFromInline package static var itemid: Self { Self(22, .url) }
    @usableFromInline package static var itemprop: Self { Self(23) }
    @usableFromInline package static var itemref: Self { Self(24) }
    @usableFromInline package static var itemscope: Self { Self(25, .boolean) }
    @usableFromInline package static var itemtype: Self { Self(26) }
    @usableFromInline package static var lang: Self { Self(27) }
    @usableFromInline package static var nonce: Self { Self(28) }
    @usableFromInline package static var part: Self { Self(29) }
    @usableFromInline package static var popover: Self { Self(30) }
    @usableFromInline package static var slot: Self { Self(31) }
    @usableFromInline package static var spellcheck: Self { Self(32) }
    @usableFromInline package static var tabindex: Self { Self(33) }
    @usableFromInline package static var title: Self { Self(34) }
    @usableFromInline package static var translate: Self { Self(35) }
    @usableFromInline package static var writingsuggestions: Self { Self(36) }
    @usableFromInline package static var `as`: Self { Self(37) }
    @usableFromInline package static var async: Self { Self(38, .boolean) }
    @usableFromInline package static var blocking: Self { Self(39) }
    @usableFromInline package static var charset: Self { Self(40) }
    @usableFromInline package static var cite: Self { Self(41, .url) }
    @usableFromInline package static var content: Self { Self(42) }
    @usableFromInline package static var coords: Self { Self(43) }
    @usableFromInline package static var crossorigin: Self { Self(44) }
    @usableFromInline package static var datetime: Self { Self(45) }
    @usableFromInline package static var `defer`: Self { Self(46, .boolean) }
    @usableFromInline package static var download: Self { Self(47) }
    @usableFromInline package static var fetchpriority: Self { Self(48) }
    @usableFromInline package static var href: Self { Self(49, .url) }
    @usableFromInline package static var hreflang: Self { Self(50) }
    @usableFromInline package static var httpEquiv: Self { Self(51) }
    @usableFromInline package static var imagesizes: Self { Self(52) }
    @usableFromInline package static var imagesrcset: Self { Self(53, .url) }
    @usableFromInline package static var integrity: Self { Self(54) }
    @usableFromInline package static var media: Self { Self(55) }
    @usableFromInline package static var nomodule: Self { Self(56, .boolean) }
    @usableFromInline package static var ping: Self { Self(57, .url) }
    @usableFromInline package static var property: Self { Self(58) }
    @usableFromInline package static var referrerpolicy: Self { Self(59) }
    @usableFromInline package static var rel: Self { Self(60) }
    @usableFromInline package static var shape: Self { Self(61) }
    @usableFromInline package static var sizes: Self { Self(62) }
    @usableFromInline package static var target: Self { Self(63) }
    @usableFromInline package static var shadowrootclonable: Self { Self(64, .boolean) }
    @usableFromInline package static var shadowrootdelegatesfocus: Self { Self(65, .boolean) }
    @usableFromInline package static var shadowrootmode: Self { Self(66) }
    @usableFromInline package static var shadowrootserializable: Self { Self(67, .boolean) }
    @usableFromInline package static var shadowrootslotassignment: Self { Self(68) }
    @usableFromInline package static var allow: Self { Self(69) }
    @usableFromInline package static var allowfullscreen: Self { Self(70, .boolean) }
    @usableFromInline package static var alt: Self { Self(71) }
    @usableFromInline package static var autoplay: Self { Self(72, .boolean) }
    @usableFromInline package static var controls: Self { Self(73, .boolean) }
    @usableFromInline package static var controlslist: Self { Self(74) }
    @usableFromInline package static var data: Self { Self(75, .url) }
    @usableFromInline package static var decoding: Self { Self(76) }
    @usableFromInline package static var `default`: Self { Self(77, .boolean) }
    @usableFromInline package static var disablepictureinpicture: Self { Self(78, .boolean) }
    @usableFromInline package static var disableremoteplayback: Self { Self(79, .boolean) }
    @usableFromInline package static var height: Self { Self(80, .pixels) }
    @usableFromInline package static var ismap: Self { Self(81, .boolean) }
    @usableFromInline package static var kind: Self { Self(82) }
    @usableFromInline package static var loading: Self { Self(83) }
    @usableFromInline package static var loop: Self { Self(84, .boolean) }
    @usableFromInline package static var muted: Self { Self(85, .boolean) }
    @usableFromInline package static var playsinline: Self { Self(86, .boolean) }
    @usableFromInline package static var poster: Self { Self(87, .url) }
    @usableFromInline package static var preload: Self { Self(88) }
    @usableFromInline package static var sandbox: Self { Self(89) }
    @usableFromInline package static var src: Self { Self(90, .url) }
    @usableFromInline package static var srcdoc: Self { Self(91, .markup) }
    @usableFromInline package static var srclang: Self { Self(92) }
    @usableFromInline package static var srcset: Self { Self(93, .url) }
    @usableFromInline package static var usemap: Self { Self(94) }
    @usableFromInline package static var width: Self { Self(95, .pixels) }
    @usableFromInline package static var abbr: Self { Self(96) }
    @usableFromInline package static var colspan: Self { Self(97) }
    @usableFromInline package static var headers: Self { Self(98) }
    @usableFromInline package static var reversed: Self { Self(99, .boolean) }
    @usableFromInline package static var rowspan: Self { Self(100) }
    @usableFromInline package static var scope: Self { Self(101) }
    @usableFromInline package static var span: Self { Self(102) }
    @usableFromInline package static var start: Self { Self(103) }
    @usableFromInline package static var accept: Self { Self(104) }
    @usableFromInline package static var acceptCharset: Self { Self(105) }
    @usableFromInline package static var action: Self { Self(106, .url) }
    @usableFromInline package static var alpha: Self { Self(107, .boolean) }
    @usableFromInline package static var autocomplete: Self { Self(108) }
    @usableFromInline package static var capture: Self { Self(109) }
    @usableFromInline package static var checked: Self { Self(110, .boolean) }
    @usableFromInline package static var colorspace: Self { Self(111) }
    @usableFromInline package static var cols: Self { Self(112) }
    @usableFromInline package static var dirname: Self { Self(113) }
    @usableFromInline package static var disabled: Self { Self(114, .boolean) }
    @usableFromInline package static var enctype: Self { Self(115) }
    @usableFromInline package static var `for`: Self { Self(116) }
    @usableFromInline package static var form: Self { Self(117) }
    @usableFromInline package static var formaction: Self { Self(118, .url) }
    @usableFromInline package static var formenctype: Self { Self(119) }
    @usableFromInline package static var formmethod: Self { Self(120) }
    @usableFromInline package static var formnovalidate: Self { Self(121, .boolean) }
    @usableFromInline package static var formtarget: Self { Self(122) }
    @usableFromInline package static var high: Self { Self(123) }
    @usableFromInline package static var label: Self { Self(124) }
    @usableFromInline package static var list: Self { Self(125) }
    @usableFromInline package static var low: Self { Self(126) }
    @usableFromInline package static var max: Self { Self(127) }
    @usableFromInline package static var maxlength: Self { Self(128) }
    @usableFromInline package static var method: Self { Self(129) }
    @usableFromInline package static var min: Self { Self(130) }
    @usableFromInline package static var minlength: Self { Self(131) }
    @usableFromInline package static var multiple: Self { Self(132, .boolean) }
    @usableFromInline package static var name: Self { Self(133) }
    @usableFromInline package static var novalidate: Self { Self(134, .boolean) }
    @usableFromInline package static var optimum: Self { Self(135) }
    @usableFromInline package static var pattern: Self { Self(136) }
    @usableFromInline package static var placeholder: Self { Self(137) }
    @usableFromInline package static var readonly: Self { Self(138, .boolean) }
    @usableFromInline package static var required: Self { Self(139, .boolean) }
    @usableFromInline package static var rows: Self { Self(140) }
    @usableFromInline package static var selected: Self { Self(141, .boolean) }
    @usableFromInline package static var size: Self { Self(142) }
    @usableFromInline package static var step: Self { Self(143) }
    @usableFromInline package static var type: Self { Self(144) }
    @usableFromInline package static var value: Self { Self(145) }
    @usableFromInline package static var wrap: Self { Self(146) }
    @usableFromInline package static var closedby: Self { Self(147) }
    @usableFromInline package static var command: Self { Self(148) }
    @usableFromInline package static var commandfor: Self { Self(149) }
    @usableFromInline package static var open: Self { Self(150, .boolean) }
    @usableFromInline package static var popovertarget: Self { Self(151) }
    @usableFromInline package static var popovertargetaction: Self { Self(152) }

    static var htmlDefinitions: [(attribute: AttributeName, text: StaticString)] {
        [
            (.class, "class"), (.style, "style"), (.accesskey, "accesskey"), (.autocapitalize, "autocapitalize"),
            (.autocorrect, "autocorrect"), (.autofocus, "autofocus"), (.contenteditable, "contenteditable"),
            (.dir, "dir"),
            (.draggable, "draggable"), (.enterkeyhint, "enterkeyhint"), (.exportparts, "exportparts"),
            (.headingoffset, "headingoffset"), (.headingreset, "headingreset"), (.hidden, "hidden"), (.id, "id"),
            (.inert, "inert"), (.inputmode, "inputmode"), (.is, "is"), (.itemid, "itemid"), (.itemprop, "itemprop"),
            (.itemref, "itemref"), (.itemscope, "itemscope"), (.itemtype, "itemtype"), (.lang, "lang"),
            (.nonce, "nonce"),
            (.part, "part"), (.popover, "popover"), (.slot, "slot"), (.spellcheck, "spellcheck"),
            (.tabindex, "tabindex"),
            (.title, "title"), (.translate, "translate"), (.writingsuggestions, "writingsuggestions"), (.as, "as"),
            (.async, "async"), (.blocking, "blocking"), (.charset, "charset"), (.cite, "cite"), (.content, "content"),
            (.coords, "coords"), (.crossorigin, "crossorigin"), (.datetime, "datetime"), (.defer, "defer"),
            (.download, "download"), (.fetchpriority, "fetchpriority"), (.href, "href"), (.hreflang, "hreflang"),
            (.httpEquiv, "http-equiv"), (.imagesizes, "imagesizes"), (.imagesrcset, "imagesrcset"),
            (.integrity, "integrity"), (.media, "media"), (.nomodule, "nomodule"), (.ping, "ping"),
            (.property, "property"), (.referrerpolicy, "referrerpolicy"), (.rel, "rel"), (.shape, "shape"),
            (.sizes, "sizes"), (.target, "target"), (.shadowrootclonable, "shadowrootclonable"),
            (.shadowrootdelegatesfocus, "shadowrootdelegatesfocus"), (.shadowrootmode, "shadowrootmode"),
            (.shadowrootserializable, "shadowrootserializable"),
            (.shadowrootslotassignment, "shadowrootslotassignment"),
            (.allow, "allow"), (.allowfullscreen, "allowfullscreen"), (.alt, "alt"), (.autoplay, "autoplay"),
            (.controls, "controls"), (.controlslist, "controlslist"), (.data, "data"), (.decoding, "decoding"),
            (.default, "default"), (.disablepictureinpicture, "disablepictureinpicture"),
            (.disableremoteplayback, "disableremoteplayback"), (.height, "height"), (.ismap, "ismap"), (.kind, "kind"),
            (.loading, "loading"), (.loop, "loop"), (.muted, "muted"), (.playsinline, "playsinline"),
            (.poster, "poster"),
            (.preload, "preload"), (.sandbox, "sandbox"), (.src, "src"), (.srcdoc, "srcdoc"), (.srclang, "srclang"),
            (.srcset, "srcset"), (.usemap, "usemap"), (.width, "width"), (.abbr, "abbr"), (.colspan, "colspan"),
            (.headers, "headers"), (.reversed, "reversed"), (.rowspan, "rowspan"), (.scope, "scope"), (.span, "span"),
            (.start, "start"), (.accept, "accept"), (.acceptCharset, "accept-charset"), (.action, "action"),
            (.alpha, "alpha"), (.autocomplete, "autocomplete"), (.capture, "capture"), (.checked, "checked"),
            (.colorspace, "colorspace"), (.cols, "cols"), (.dirname, "dirname"), (.disabled, "disabled"),
            (.enctype, "enctype"), (.for, "for"), (.form, "form"), (.formaction, "formaction"),
            (.formenctype, "formenctype"), (.formmethod, "formmethod"), (.formnovalidate, "formnovalidate"),
            (.formtarget, "formtarget"), (.high, "high"), (.label, "label"), (.list, "list"), (.low, "low"),
            (.max, "max"),
            (.maxlength, "maxlength"), (.method, "method"), (.min, "min"), (.minlength, "minlength"),
            (.multiple, "multiple"), (.name, "name"), (.novalidate, "novalidate"), (.optimum, "optimum"),
            (.pattern, "pattern"), (.placeholder, "placeholder"), (.readonly, "readonly"), (.required, "required"),
            (.rows, "rows"), (.selected, "selected"), (.size, "size"), (.step, "step"), (.type, "type"),
            (.value, "value"),
            (.wrap, "wrap"), (.closedby, "closedby"), (.command, "command"), (.commandfor, "commandfor"),
            (.open, "open"),
            (.popovertarget, "popovertarget"), (.popovertargetaction, "popovertargetaction"),
        ]
    }
}
