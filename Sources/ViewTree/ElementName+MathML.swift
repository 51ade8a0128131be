// The elements of MathML Core.

extension ElementName {
    package static var math: Self { Self(177, .mathML) }
    package static var mi: Self { Self(178, [.mathML, .barrier, .listBarrier]) }
    package static var mn: Self { Self(179, [.mathML, .barrier, .listBarrier]) }
    package static var mo: Self { Self(180, [.mathML, .barrier, .listBarrier]) }
    package static var ms: Self { Self(181, [.mathML, .barrier, .listBarrier]) }
    package static var mtext: Self { Self(182, [.mathML, .barrier, .listBarrier]) }
    package static var mspace: Self { Self(183, .mathML) }
    package static var mrow: Self { Self(184, .mathML) }
    package static var mfrac: Self { Self(185, .mathML) }
    package static var msqrt: Self { Self(186, .mathML) }
    package static var mroot: Self { Self(187, .mathML) }
    package static var mstyle: Self { Self(188, .mathML) }
    package static var merror: Self { Self(189, .mathML) }
    package static var mpadded: Self { Self(190, .mathML) }
    package static var mphantom: Self { Self(191, .mathML) }
    package static var msub: Self { Self(192, .mathML) }
    package static var msup: Self { Self(193, .mathML) }
    package static var msubsup: Self { Self(194, .mathML) }
    package static var munder: Self { Self(195, .mathML) }
    package static var mover: Self { Self(196, .mathML) }
    package static var munderover: Self { Self(197, .mathML) }
    package static var mmultiscripts: Self { Self(198, .mathML) }
    package static var mprescripts: Self { Self(199, .mathML) }
    package static var mtable: Self { Self(200, .mathML) }
    package static var mtr: Self { Self(201, .mathML) }
    package static var mtd: Self { Self(202, .mathML) }
    package static var semantics: Self { Self(203, .mathML) }
    package static var annotation: Self { Self(204, .mathML) }
    package static var annotationXml: Self { Self(205, [.mathML, .barrier, .listBarrier]) }
    package static var maction: Self { Self(206, .mathML) }

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
