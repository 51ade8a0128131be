// The attributes of MathML Core that HTML and SVG do not have.

extension AttributeName {
    package static var accent: Self { Self(375) }
    package static var accentunder: Self { Self(376) }
    package static var columnspan: Self { Self(377) }
    package static var depth: Self { Self(378) }
    package static var displaystyle: Self { Self(379) }
    package static var encoding: Self { Self(380) }
    package static var fence: Self { Self(381) }
    package static var largeop: Self { Self(382) }
    package static var linethickness: Self { Self(383) }
    package static var lspace: Self { Self(384) }
    package static var mathbackground: Self { Self(385) }
    package static var mathcolor: Self { Self(386) }
    package static var mathsize: Self { Self(387) }
    package static var mathvariant: Self { Self(388) }
    package static var maxsize: Self { Self(389) }
    package static var minsize: Self { Self(390) }
    package static var movablelimits: Self { Self(391) }
    package static var rspace: Self { Self(392) }
    package static var scriptlevel: Self { Self(393) }
    package static var separator: Self { Self(394) }
    package static var stretchy: Self { Self(395) }
    package static var symmetric: Self { Self(396) }
    package static var voffset: Self { Self(397) }

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
