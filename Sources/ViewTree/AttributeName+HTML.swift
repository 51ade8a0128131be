// The attributes of the HTML Standard that are not obsolete, and a few of the specifications around it.

extension AttributeName {
    package static var `class`: Self { Self(4, .joinedBySpace) }
    package static var style: Self { Self(5, .joinedBySemicolon) }
    package static var accesskey: Self { Self(6) }
    package static var autocapitalize: Self { Self(7) }
    package static var autocorrect: Self { Self(8) }
    package static var autofocus: Self { Self(9, .boolean) }
    package static var contenteditable: Self { Self(10) }
    package static var dir: Self { Self(11) }
    package static var draggable: Self { Self(12) }
    package static var enterkeyhint: Self { Self(13) }
    package static var exportparts: Self { Self(14) }
    package static var headingoffset: Self { Self(15) }
    package static var headingreset: Self { Self(16, .boolean) }
    package static var hidden: Self { Self(17) }
    package static var id: Self { Self(18) }
    package static var inert: Self { Self(19, .boolean) }
    package static var inputmode: Self { Self(20) }
    package static var `is`: Self { Self(21) }
    package static var itemid: Self { Self(22, .url) }
    package static var itemprop: Self { Self(23) }
    package static var itemref: Self { Self(24) }
    package static var itemscope: Self { Self(25, .boolean) }
    package static var itemtype: Self { Self(26) }
    package static var lang: Self { Self(27) }
    package static var nonce: Self { Self(28) }
    package static var part: Self { Self(29) }
    package static var popover: Self { Self(30) }
    package static var slot: Self { Self(31) }
    package static var spellcheck: Self { Self(32) }
    package static var tabindex: Self { Self(33) }
    package static var title: Self { Self(34) }
    package static var translate: Self { Self(35) }
    package static var writingsuggestions: Self { Self(36) }
    package static var `as`: Self { Self(37) }
    package static var async: Self { Self(38, .boolean) }
    package static var blocking: Self { Self(39) }
    package static var charset: Self { Self(40) }
    package static var cite: Self { Self(41, .url) }
    package static var content: Self { Self(42) }
    package static var coords: Self { Self(43) }
    package static var crossorigin: Self { Self(44) }
    package static var datetime: Self { Self(45) }
    package static var `defer`: Self { Self(46, .boolean) }
    package static var download: Self { Self(47) }
    package static var fetchpriority: Self { Self(48) }
    package static var href: Self { Self(49, .url) }
    package static var hreflang: Self { Self(50) }
    package static var httpEquiv: Self { Self(51) }
    package static var imagesizes: Self { Self(52) }
    package static var imagesrcset: Self { Self(53, .url) }
    package static var integrity: Self { Self(54) }
    package static var media: Self { Self(55) }
    package static var nomodule: Self { Self(56, .boolean) }
    package static var ping: Self { Self(57, .url) }
    package static var property: Self { Self(58) }
    package static var referrerpolicy: Self { Self(59) }
    package static var rel: Self { Self(60) }
    package static var shape: Self { Self(61) }
    package static var sizes: Self { Self(62) }
    package static var target: Self { Self(63) }
    package static var shadowrootclonable: Self { Self(64, .boolean) }
    package static var shadowrootdelegatesfocus: Self { Self(65, .boolean) }
    package static var shadowrootmode: Self { Self(66) }
    package static var shadowrootserializable: Self { Self(67, .boolean) }
    package static var shadowrootslotassignment: Self { Self(68) }
    package static var allow: Self { Self(69) }
    package static var allowfullscreen: Self { Self(70, .boolean) }
    package static var alt: Self { Self(71) }
    package static var autoplay: Self { Self(72, .boolean) }
    package static var controls: Self { Self(73, .boolean) }
    package static var controlslist: Self { Self(74) }
    package static var data: Self { Self(75, .url) }
    package static var decoding: Self { Self(76) }
    package static var `default`: Self { Self(77, .boolean) }
    package static var disablepictureinpicture: Self { Self(78, .boolean) }
    package static var disableremoteplayback: Self { Self(79, .boolean) }
    package static var height: Self { Self(80, .pixels) }
    package static var ismap: Self { Self(81, .boolean) }
    package static var kind: Self { Self(82) }
    package static var loading: Self { Self(83) }
    package static var loop: Self { Self(84, .boolean) }
    package static var muted: Self { Self(85, .boolean) }
    package static var playsinline: Self { Self(86, .boolean) }
    package static var poster: Self { Self(87, .url) }
    package static var preload: Self { Self(88) }
    package static var sandbox: Self { Self(89) }
    package static var src: Self { Self(90, .url) }
    package static var srcdoc: Self { Self(91, .markup) }
    package static var srclang: Self { Self(92) }
    package static var srcset: Self { Self(93, .url) }
    package static var usemap: Self { Self(94) }
    package static var width: Self { Self(95, .pixels) }
    package static var abbr: Self { Self(96) }
    package static var colspan: Self { Self(97) }
    package static var headers: Self { Self(98) }
    package static var reversed: Self { Self(99, .boolean) }
    package static var rowspan: Self { Self(100) }
    package static var scope: Self { Self(101) }
    package static var span: Self { Self(102) }
    package static var start: Self { Self(103) }
    package static var accept: Self { Self(104) }
    package static var acceptCharset: Self { Self(105) }
    package static var action: Self { Self(106, .url) }
    package static var alpha: Self { Self(107, .boolean) }
    package static var autocomplete: Self { Self(108) }
    package static var capture: Self { Self(109) }
    package static var checked: Self { Self(110, .boolean) }
    package static var colorspace: Self { Self(111) }
    package static var cols: Self { Self(112) }
    package static var dirname: Self { Self(113) }
    package static var disabled: Self { Self(114, .boolean) }
    package static var enctype: Self { Self(115) }
    package static var `for`: Self { Self(116) }
    package static var form: Self { Self(117) }
    package static var formaction: Self { Self(118, .url) }
    package static var formenctype: Self { Self(119) }
    package static var formmethod: Self { Self(120) }
    package static var formnovalidate: Self { Self(121, .boolean) }
    package static var formtarget: Self { Self(122) }
    package static var high: Self { Self(123) }
    package static var label: Self { Self(124) }
    package static var list: Self { Self(125) }
    package static var low: Self { Self(126) }
    package static var max: Self { Self(127) }
    package static var maxlength: Self { Self(128) }
    package static var method: Self { Self(129) }
    package static var min: Self { Self(130) }
    package static var minlength: Self { Self(131) }
    package static var multiple: Self { Self(132, .boolean) }
    package static var name: Self { Self(133) }
    package static var novalidate: Self { Self(134, .boolean) }
    package static var optimum: Self { Self(135) }
    package static var pattern: Self { Self(136) }
    package static var placeholder: Self { Self(137) }
    package static var readonly: Self { Self(138, .boolean) }
    package static var required: Self { Self(139, .boolean) }
    package static var rows: Self { Self(140) }
    package static var selected: Self { Self(141, .boolean) }
    package static var size: Self { Self(142) }
    package static var step: Self { Self(143) }
    package static var type: Self { Self(144) }
    package static var value: Self { Self(145) }
    package static var wrap: Self { Self(146) }
    package static var closedby: Self { Self(147) }
    package static var command: Self { Self(148) }
    package static var commandfor: Self { Self(149) }
    package static var open: Self { Self(150, .boolean) }
    package static var popovertarget: Self { Self(151) }
    package static var popovertargetaction: Self { Self(152) }

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
