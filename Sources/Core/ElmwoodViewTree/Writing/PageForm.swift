/// The form of a page to which all controls without a form of their own belong.
///
/// A button in it that offers no message sends only the visitor's changes of those controls:
///
/// ```swift
/// input(.name("count"), .type(.number), .onChange(Message.set))
/// button(.form(PageForm.id)) { "Set" }
/// ```
public enum PageForm {
    /// The id of the form's element.
    public static let id = "elmwood"
}
