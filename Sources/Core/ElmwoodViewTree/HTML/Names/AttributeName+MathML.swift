// The attributes of MathML Core that HTML and SVG do not have.

extension AttributeName {
    @usableFromInline package static var accent: Self { Self(375) }
    @usableFromInline package static var accentunder: Self { Self(376) }
    @usableFromInline package static var columnspan: Self { Self(377) }
    @usableFromInline package static var depth: Self { Self(378) }
    @usableFromInline package static var displaystyle: Self { Self(379) }
    @usableFromInline package static var encoding: Self { Self(380) }
    @usableFromInline package static var fence: Self { Self(381) }
    @usableFromInline package static var largeop: Self { Self(382) }
    @usableFromInline package static var linethickness: Self { Self(383) }
    @usableFromInline package static var lspace: Self { Self(384) }
    @usableFromInline package static var mathbackground: Self { Self(385) }
    @usableFromInline package static var mathcolor: Self { Self(386) }
    @usableFromInline package static var mathsize: Self { Self(387) }
    @usableFromInline package static var mathvariant: Self { Self(388) }
    @usableFromInline package static var maxsize: Self { Self(389) }
    @usableFromInline package static var minsize: Self { Self(390) }
    @usableFromInline package static var movablelimits: Self { Self(391) }
    @usableFromInline package static var rspace: Self { Self(392) }
    @usableFromInline package static var scriptlevel: Self { Self(393) }
    @usableFromInline package static var separator: Self { Self(394) }
    @usableFromInline package static var stretchy: Self { Self(395) }
    @usableFromInline package static var symmetric: Self { Self(396) }
    @usableFromInline package static var voffset: Self { Self(397) }

    static var mathMLDefinitions: [(attribute: AttributeName, text: StaticString)] {
        [
            (.accent, "accent"), (.accentunder, "accentunder"), (.columnspan, "columnspan"), (.depth, "depth"),
            (.displaystyle, "displaystyle"), (.encoding, "encoding"), (.fence, "fence"), (.largeop, "largeop"),
            (.linethickness, "linethickness"), (.lspace, "lspace"), (.mathbackground, "mathbackground"),
            (.mathcolor, "mathcolor"), (.mathsize, "mathsize"), (.mathvariant, "mathvariant"), (.maxsize, "maxsize"),
            (.minsize, "minsize"), (.movablelimits, "movablelimits"), (.rspace, "rspace"),
            (.scriptlevel, "scriptlevel"),
            (.separator, "separator"), (.stretchy, "stretchy"), (.symmetric, "symmetric"), (.voffset, "voffset"),
        ]
    }
}
