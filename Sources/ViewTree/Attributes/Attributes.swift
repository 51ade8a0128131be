extension Attribute {
    /// `class`: the classes of the element, separated by spaces. Several of them on one element are joined.
    public static func `class`(_ names: String) -> Self { Self(.class, names) }

    /// `id`: the element's name, unique in the page.
    public static func id(_ id: String) -> Self { Self(.id, id) }

    /// `name`: the name that a control's value is sent under.
    public static func name(_ name: String) -> Self { Self(.name, name) }

    /// `value`: a control's value.
    public static func value(_ value: String) -> Self { Self(.value, value) }

    /// `value`: a control's value.
    public static func value(_ value: Int) -> Self { Self(.value, value) }

    /// `href`: where a link leads.
    public static func href(_ address: String) -> Self { Self(.href, address) }

    /// `disabled`: the control takes no part, and offers nothing.
    public static func disabled(_ isDisabled: Bool = true) -> Self { Self(.disabled, isPresent: isDisabled) }

    /// Who the element is among its siblings: what keeps it the same where a list changes its order.
    ///
    /// ```swift
    /// ul { for item in items { li(.key(item.id)) { item.title } } }
    /// ```
    public static func key(_ key: some CustomStringConvertible) -> Self { Self(.key, key.description) }
}
