import ElmwoodFormData
import ElmwoodLanguages

extension Contract {
    /// Checks whether the view offers to upload a file in pieces, by what its visitor says of it.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - formName: the typed form that it belongs to.
    ///   - count: how many files are chosen for the field.
    /// - Throws: the refusal if there is not exactly one such field that can be used, or it does not accept the file.
    package func checkUpload(
        of file: UploadedFile,
        to name: String,
        of formName: String,
        amongFiles count: Int
    ) throws(Refusal) {
        let outline = Outline(rendering, purpose: .check)
        let forms = outline.forms.indices.filter { outline.forms[$0].name.hasBytes(of: formName) }
        guard forms.count == 1, let form = forms.first else { throw .notOffered(.notOneForm(formName)) }
        guard !outline.forms[form].isOutOfReach else { throw .notOffered(.formNotUsable(formName)) }
        let controls = outline.controls(of: form).filter { $0.name.hasBytes(of: name) }
        guard controls.count == 1, let control = controls.first, control.kind == .input(.file),
            let limits = control.attributes.upload.flatMap({ UploadLimits($0) })
        else { throw .notOffered(.noField(name)) }
        guard !control.isDisabled, !control.isLocked else { throw .notOffered(.fieldLocked(name)) }
        if count > 1, !control.attributes.isMultiple { throw Refusal(status: 422, sentence: .chooseOneFile) }
        if count > limits.files { throw Refusal(status: 422, sentence: limits.tooMany) }
        var state = ControlState(control: control)
        state.files = [file]
        guard let sentence = Constraints.problem(in: state) else { return }
        let status =
            switch sentence {
            case .chooseSmallerFile: 413
            case .chooseFileOfType: 415
            default: 422
            }
        throw Refusal(status: status, sentence: sentence)
    }
}
