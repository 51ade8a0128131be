// Interactive elements (HTML Standard §4.11).

/// Content that can be disclosed, under its `summary`. Those with the same `.name` close each other.
@inlinable public var details: HtmlElement { HtmlElement(.details) }

/// The caption of a `details`; its first child.
@inlinable public var summary: HtmlElement { HtmlElement(.summary) }

/// A dialog box or a window of an application.
@inlinable public var dialog: HtmlElement { HtmlElement(.dialog) }
