import ElmwoodViewTree

// Attributes of formulas (MathML Core).

extension Attribute {
    /// Whether a script over its base is an accent.
    @inlinable
    public static func accent(_ value: Bool) -> Self { Self(.accent, value ? "true" : "false") }

    /// Whether a script under its base is an accent.
    @inlinable
    public static func accentunder(_ value: Bool) -> Self { Self(.accentunder, value ? "true" : "false") }

    /// How many columns a `mtd` spans.
    @inlinable
    public static func columnspan(_ value: Int) -> Self { Self(.columnspan, value) }

    /// The depth of a space or a padded part.
    @inlinable public static var depth: Converted { Converted(.depth) }

    /// Whether a formula is set large, as in a display formula.
    @inlinable
    public static func displaystyle(_ value: Bool) -> Self { Self(.displaystyle, value ? "true" : "false") }

    /// The media type of an annotation.
    @inlinable
    public static func encoding(_ value: String) -> Self { Self(.encoding, value) }

    /// Whether an operator is a fence.
    @inlinable
    public static func fence(_ value: Bool) -> Self { Self(.fence, value ? "true" : "false") }

    /// Whether an operator is drawn larger in display style.
    @inlinable
    public static func largeop(_ value: Bool) -> Self { Self(.largeop, value ? "true" : "false") }

    /// How thick a fraction's line is.
    @inlinable public static var linethickness: Converted { Converted(.linethickness) }

    /// The space before an operator or a padded part.
    @inlinable public static var lspace: Converted { Converted(.lspace) }

    /// The colour behind a formula.
    @inlinable
    public static func mathbackground(_ value: String) -> Self { Self(.mathbackground, value) }

    /// The colour of a formula.
    @inlinable
    public static func mathcolor(_ value: String) -> Self { Self(.mathcolor, value) }

    /// The size of a formula.
    @inlinable public static var mathsize: Converted { Converted(.mathsize) }

    /// `normal` prevents a single letter from being slanted.
    @inlinable
    public static func mathvariant(_ value: String) -> Self { Self(.mathvariant, value) }

    /// The size that an operator is stretched to at most.
    @inlinable public static var maxsize: Converted { Converted(.maxsize) }

    /// The size that an operator is stretched to at least.
    @inlinable public static var minsize: Converted { Converted(.minsize) }

    /// Whether an operator's limits are set beside it outside of display style.
    @inlinable
    public static func movablelimits(_ value: Bool) -> Self { Self(.movablelimits, value ? "true" : "false") }

    /// The space after an operator.
    @inlinable public static var rspace: Converted { Converted(.rspace) }

    /// The script level of a formula: a number, or a change such as `+1`.
    @inlinable public static var scriptlevel: Converted { Converted(.scriptlevel) }

    /// Whether an operator is a separator.
    @inlinable
    public static func separator(_ value: Bool) -> Self { Self(.separator, value ? "true" : "false") }

    /// Whether an operator is stretched to the size of its neighbours.
    @inlinable
    public static func stretchy(_ value: Bool) -> Self { Self(.stretchy, value ? "true" : "false") }

    /// Whether an operator is stretched evenly about the formula's axis.
    @inlinable
    public static func symmetric(_ value: Bool) -> Self { Self(.symmetric, value ? "true" : "false") }

    /// By how much a padded part is raised.
    @inlinable public static var voffset: Converted { Converted(.voffset) }
}
