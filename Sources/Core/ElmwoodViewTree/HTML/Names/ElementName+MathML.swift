// The elements of MathML Core.

extension ElementName {
    @usableFromInline package static let math = Self(177, [.mathML, .foreignRoot])
    @usableFromInline package static let mi = Self(178, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let mn = Self(179, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let mo = Self(180, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let ms = Self(181, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let mtext = Self(182, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let mspace = Self(183, .mathML)
    @usableFromInline package static let mrow = Self(184, .mathML)
    @usableFromInline package static let mfrac = Self(185, .mathML)
    @usableFromInline package static let msqrt = Self(186, .mathML)
    @usableFromInline package static let mroot = Self(187, .mathML)
    @usableFromInline package static let mstyle = Self(188, .mathML)
    @usableFromInline package static let merror = Self(189, .mathML)
    @usableFromInline package static let mpadded = Self(190, .mathML)
    @usableFromInline package static let mphantom = Self(191, .mathML)
    @usableFromInline package static let msub = Self(192, .mathML)
    @usableFromInline package static let msup = Self(193, .mathML)
    @usableFromInline package static let msubsup = Self(194, .mathML)
    @usableFromInline package static let munder = Self(195, .mathML)
    @usableFromInline package static let mover = Self(196, .mathML)
    @usableFromInline package static let munderover = Self(197, .mathML)
    @usableFromInline package static let mmultiscripts = Self(198, .mathML)
    @usableFromInline package static let mprescripts = Self(199, .mathML)
    @usableFromInline package static let mtable = Self(200, .mathML)
    @usableFromInline package static let mtr = Self(201, .mathML)
    @usableFromInline package static let mtd = Self(202, .mathML)
    @usableFromInline package static let semantics = Self(203, .mathML)
    @usableFromInline package static let annotation = Self(204, .mathML)
    @usableFromInline package static let annotationXml = Self(205, [.mathML, .barrier, .listBarrier])
    @usableFromInline package static let maction = Self(206, .mathML)

    static var mathMLDefinitions: [(element: ElementName, text: StaticString)] {
        [
            (.math, "math"), (.mi, "mi"), (.mn, "mn"), (.mo, "mo"), (.ms, "ms"), (.mtext, "mtext"), (.mspace, "mspace"),
            (.mrow, "mrow"), (.mfrac, "mfrac"), (.msqrt, "msqrt"), (.mroot, "mroot"), (.mstyle, "mstyle"),
            (.merror, "merror"), (.mpadded, "mpadded"), (.mphantom, "mphantom"), (.msub, "msub"), (.msup, "msup"),
            (.msubsup, "msubsup"), (.munder, "munder"), (.mover, "mover"), (.munderover, "munderover"),
            (.mmultiscripts, "mmultiscripts"), (.mprescripts, "mprescripts"), (.mtable, "mtable"), (.mtr, "mtr"),
            (.mtd, "mtd"), (.semantics, "semantics"), (.annotation, "annotation"), (.annotationXml, "annotation-xml"),
            (.maction, "maction"),
        ]
    }
}
