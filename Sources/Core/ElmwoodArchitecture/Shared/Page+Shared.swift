import ElmwoodViewTree

extension Page {
    /// Returns the model of a shared program. While the page is open, it shows each change.
    ///
    /// ```swift
    /// let room = try page.read(Room.self, "lobby")
    /// ```
    ///
    /// It is read as other values are (``read(_:from:)``), and shows what is stored. A model to which nobody has sent anything is the one
    /// of the program's start.
    ///
    /// - Parameter name: under which the shared program is told of the open page (``Subscription/watchers(_:)``); nil if it is not told.
    /// - Throws: an error if the site does not share the program.
    public func read<S: SharedProgram>(_ program: S.Type, _ key: S.Key, as name: String? = nil) throws -> S.Model {
        let address = SharedAddress(program, key)
        let model = try read(SharedModel<S>(address: address))
        if let name { noteThatViewUses(SharedWatch(address, as: name)) }
        return model
    }

    /// Returns the same page with the model of a shared program, for a test that calls a view.
    public func giving<S: SharedProgram>(_ model: S.Model, for program: S.Type, _ key: S.Key) -> Page {
        giving(model, for: SharedModel<S>(address: SharedAddress(program, key)))
    }
}

/// The model of a shared program, as a view reads it.
package struct SharedModel<S: SharedProgram>: SharedRead {
    package let address: SharedAddress

    package init(address: SharedAddress) { self.address = address }

    package func value(from source: Void) async throws -> S.Model { throw NotShared(program: address.program) }

    // A set, as the protocol of an app's own reads has it.
    package var topics: Set<String> { [address.topic] }
}

extension SharedModel: CustomStringConvertible {
    package var description: String { "\(address)" }
}

/// A read of a shared program's model. The site provides its value.
package protocol SharedRead: Read where Source == Void {
    var address: SharedAddress { get }
}

/// The error of a view or an update that names a program which the site does not share.
package struct NotShared: Error, CustomStringConvertible {
    package let program: String

    package init(program: String) { self.program = program }

    package var description: String { "The site does not share \(program): add site.share(\(program)())." }
}
