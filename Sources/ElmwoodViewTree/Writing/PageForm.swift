/// The one form of a page to which all controls belong that stand in no form of their own.
///
/// A button in it that offers no message sends just what the visitor has changed in those controls:
///
/// ```swift
/// input(.name("count"), .type(.number), .onChange(Message.set))
/// button(.form(PageForm.id)) { "Set" }
/// ```
public enum PageForm {
    /// The id of the form's element.
    public static let id = "elmwood"
}
