import ElmwoodViewTree

// Attributes of SVG's animations (SVG Animations).

extension Attribute {
    /// The name of the animated attribute.
    @inlinable
    public static func attributeName(_ value: String) -> Self { Self(.attributeName, value) }

    /// When the animation begins: `0s`, `other.end`.
    @inlinable
    public static func begin(_ value: String) -> Self { Self(.begin, value) }

    /// How long the animation takes: `2s`.
    @inlinable
    public static func dur(_ value: String) -> Self { Self(.dur, value) }

    /// When the animation ends at the latest.
    @inlinable
    public static func end(_ value: String) -> Self { Self(.end, value) }

    /// How often the animation is repeated, or `indefinite`.
    @inlinable public static var repeatCount: Converted { Converted(.repeatCount) }

    /// How long the animation is repeated.
    @inlinable
    public static func repeatDur(_ value: String) -> Self { Self(.repeatDur, value) }

    /// Whether the animation can start again: `always`, `whenNotActive` or `never`.
    @inlinable
    public static func restart(_ value: String) -> Self { Self(.restart, value) }

    /// How intermediate values are computed: `discrete`, `linear`, `paced` or `spline`.
    @inlinable
    public static func calcMode(_ value: String) -> Self { Self(.calcMode, value) }

    /// The values of an animation, separated by semicolons, or of a colour matrix.
    @inlinable
    public static func values(_ value: String) -> Self { Self(.values, value) }

    /// The times of the values, from 0 to 1, separated by semicolons.
    @inlinable
    public static func keyTimes(_ value: String) -> Self { Self(.keyTimes, value) }

    /// The curves between the values.
    @inlinable
    public static func keySplines(_ value: String) -> Self { Self(.keySplines, value) }

    /// How far along its path a motion is at each time.
    @inlinable
    public static func keyPoints(_ value: String) -> Self { Self(.keyPoints, value) }

    /// The first value.
    @inlinable public static var from: Converted { Converted(.from) }

    /// The last value.
    @inlinable public static var to: Converted { Converted(.to) }

    /// The difference between the last value and the first.
    @inlinable public static var by: Converted { Converted(.by) }

    /// Whether values add to the underlying value: `replace` or `sum`.
    @inlinable
    public static func additive(_ value: String) -> Self { Self(.additive, value) }

    /// Whether each repetition continues from the last: `none` or `sum`.
    @inlinable
    public static func accumulate(_ value: String) -> Self { Self(.accumulate, value) }

    /// The origin of a motion; it has no effect.
    @inlinable
    public static func origin(_ value: String) -> Self { Self(.origin, value) }
}
