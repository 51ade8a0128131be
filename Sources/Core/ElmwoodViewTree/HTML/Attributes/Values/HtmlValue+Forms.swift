// The values of the attributes in Attribute+Forms.swift.

extension HtmlValue {
    /// Which camera a file field records with.
    public enum Capture: String, CaseIterable, Sendable {
        /// `user`: the one that faces the visitor.
        case user
        /// `environment`: the one that faces away.
        case environment
    }

    /// The colour space of a colour field.
    public enum ColorSpace: String, CaseIterable, Sendable {
        /// `limited-srgb`.
        case limitedSRGB = "limited-srgb"
        /// `display-p3`.
        case displayP3 = "display-p3"
    }

    /// The encoding of a form's post.
    public enum FormEncoding: String, CaseIterable, Sendable {
        /// `application/x-www-form-urlencoded`.
        case urlencoded = "application/x-www-form-urlencoded"
        /// `multipart/form-data`.
        case multipart = "multipart/form-data"
        /// `text/plain`.
        case plainText = "text/plain"
    }

    /// The kind of the value that a form-associated custom element sends.
    public enum FieldKind: String, CaseIterable, Sendable {
        /// One line of text, with the constraints of the `input` of that type.
        case text, email, url, tel
        /// Several lines of text.
        case textarea
        /// A number, a colour, or the element's own file.
        case number, color, file
        /// Dates and times.
        case date, month, week, time
        /// `datetime-local`.
        case datetimeLocal = "datetime-local"
    }

    /// How a form is sent.
    public enum FormMethod: String, CaseIterable, Sendable {
        /// The method of the request.
        case get, post
        /// `dialog`: it is not sent; it closes the dialog around it.
        case dialog
    }

    /// The kind of an `input` or `button`.
    public enum InputType: String, CaseIterable, Sendable {
        /// Texts.
        case text, search, tel, url, email, password
        /// Dates and times.
        case date, month, week, time
        /// Numbers and colours.
        case number, range, color
        /// Choices, files, and fields that are not shown.
        case checkbox, radio, file, hidden
        /// Buttons.
        case submit, reset, button
        /// `datetime-local`.
        case datetimeLocal = "datetime-local"
        /// `image`: a button with a picture, which sends the coordinates of the click.
        ///
        /// A typed form receives the coordinates under the button's name, or nil if the form was sent in another way:
        ///
        /// ```swift
        /// struct Shot: Codable, Equatable, Sendable {
        ///     struct Place: Codable, Equatable, Sendable { var x: Int; var y: Int }
        ///     var at: Place?
        /// }
        ///
        /// form("shot", .onSubmit(Message.shot)) { input(.type(.image), .name("at"), .src("/map.png"), .alt("Shoot")) }
        /// ```
        ///
        /// Without a name it is `var x: Int?` and `var y: Int?` of the form itself. Both count CSS pixels from the picture's
        /// left and upper edges, and are 0 for a visitor who uses the keyboard.
        case image
    }

    /// The step between a field's values, if it is not a number.
    public enum Step: String, CaseIterable, Sendable {
        /// `any`: by any amount.
        case any
    }

    /// How the lines of a `textarea` are sent.
    public enum Wrap: String, CaseIterable, Sendable {
        /// `soft`: as they were entered.
        case soft
        /// `hard`: as they were broken on the screen; it needs `.cols`.
        case hard
    }
}
