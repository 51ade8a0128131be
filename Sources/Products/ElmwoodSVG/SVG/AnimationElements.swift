import ElmwoodViewTree

// SVG's animation (SVG Animations).

/// An attribute's change over time.
@inlinable public var animate: HtmlElement { HtmlElement(.animate) }

/// A motion along a path.
@inlinable public var animateMotion: HtmlElement { HtmlElement(.animateMotion) }

/// A transformation's change over time.
@inlinable public var animateTransform: HtmlElement { HtmlElement(.animateTransform) }

/// The path of an `animateMotion`.
@inlinable public var mpath: HtmlElement { HtmlElement(.mpath) }

/// Sets an attribute's value for a time.
@inlinable public var set: HtmlElement { HtmlElement(.set) }
