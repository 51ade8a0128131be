// Attributes of tables and lists (HTML Standard §4.4, §4.9).

extension Attribute {
    /// A short form of a header cell's text.
    @inlinable
    public static func abbr(_ value: String) -> Self { Self(.abbr, value) }

    /// How many columns the cell spans: 1 to 1,000.
    @inlinable
    public static func colspan(_ value: Int) -> Self { Self(.colspan, value) }

    /// The ids of the cell's header cells, separated by spaces.
    @inlinable
    public static func headers(_ value: String) -> Self { Self(.headers, value) }

    /// Whether an `ol` counts down.
    @inlinable
    public static var reversed: Self { Self(.reversed, isPresent: true) }

    /// How many rows the cell spans: up to 65,534; 0 extends it to the end of its row group.
    @inlinable
    public static func rowspan(_ value: Int) -> Self { Self(.rowspan, value) }

    /// The cells that a header cell applies to.
    @inlinable
    public static func scope(_ value: HtmlValue.HeaderScope) -> Self { Self(.scope, value.rawValue) }

    /// How many columns a `col` or `colgroup` applies to: 1 to 1,000.
    @inlinable
    public static func span(_ value: Int) -> Self { Self(.span, value) }

    /// The number of an `ol`'s first item.
    @inlinable
    public static func start(_ value: Int) -> Self { Self(.start, value) }
}
