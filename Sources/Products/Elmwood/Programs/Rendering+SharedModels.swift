import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodViewTree

extension Rendering {
    /// Returns the shared models that the view has read, in the order in which it has first read them.
    ///
    /// - Parameter withValues: whether the models themselves are included, and not only their names.
    func sharedModels(withValues: Bool) -> [SharedModelOnPage] {
        var models: [SharedModelOnPage] = []
        var indices: [SharedAddress: Int] = [:]
        var names: [SharedAddress: String] = [:]
        for input in inputs {
            if let watch = input as? SharedWatch { names[watch.address] = watch.name }
            guard let value = input as? ReadValue, let address = value.request.shared, indices[address] == nil else {
                continue
            }
            indices[address] = models.count
            models.append(
                SharedModelOnPage(
                    program: address.program,
                    key: address.key,
                    value: withValues ? value.json : nil
                )
            )
        }
        for (address, name) in names { if let index = indices[address] { models[index].name = name } }
        return models
    }
}

extension ReadValue {
    /// The value as JSON; nil if reading has failed, or it cannot be encoded.
    fileprivate var json: [UInt8]? {
        guard case .success(let value) = result else { return nil }
        return try? request.json(of: value)
    }
}
