import ElmwoodArchitecture
import ElmwoodViewTree

extension Rendering {
    /// Whether its page shows values that can change while it is open: then it needs a connection.
    package var showsChangingValues: Bool {
        inputs.contains { input in
            if let value = input as? ReadValue { value.request.canChange } else { input is ReadRequest }
        }
    }
}

extension ReadRequest {
    /// Whether open pages are told of changes of the value.
    var canChange: Bool { !topics.isEmpty }
}
