import ElmwoodViewTree

// What the program tells the visitor beside its view. It goes to the page on which the visitor's action led to it. If that page is
// unknown or closed, it goes to the page used last, or else to the visitor's next one.

extension Command where P: Program {
    /// Tells the visitor something, on the page that they see next. It stays until they leave that page, or do anything else on it.
    ///
    /// ```swift
    /// return .batch(.navigate(to: "/books"), .notice("Saved."))
    /// ```
    ///
    /// `page.notices` has it in the view. It is shown at once on a live page; without script, on the page after the redirect of the
    /// post, even at another address. With `.leave` to a path of the site it is shown by the program to which that leads.
    ///
    /// - Parameter end: what ends it. With `.nextAct` a live page shows it until the visitor does something else there, as a page without
    ///   script always does.
    public static func notice(_ sentence: String, until end: NoticeEnd = .leaving) -> Self {
        Self(.notice(sentence, end))
    }

    /// Shows a problem with what the visitor has sent, if it was found out only later, such as by an effect.
    ///
    /// ```swift
    /// case .refused(.numberTaken):
    ///     return .problem(in: "number", of: "book", "This number is taken.")
    /// ```
    ///
    /// The page shows it as it shows a broken constraint of the field, until the field or its form is sent again and is valid, or the
    /// visitor leaves the page. If the update itself knows the problem, it throws a ``Problem``, which refuses the form.
    ///
    /// - Parameters:
    ///   - field: the name of the field's control; without it, the problem is of the whole form.
    ///   - form: the name of the form; without it, the field is one outside of typed forms.
    public static func problem(in field: String = "", of form: String? = nil, _ sentence: String) -> Self {
        Self(.problem(Problem(form: form, field: field, sentence: sentence)))
    }
}

/// What ends a notice.
public enum NoticeEnd: String, Codable, Equatable, Sendable {
    /// The visitor leaves the page.
    case leaving
    /// The visitor does anything on the page of which the program hears.
    case nextAct
}
