/// Receives the calls of one program's functions, and how long each took.
///
/// It is a struct, since a function in an array is wrapped in another one, which is allocated, each time it is called.
package struct CallReceiver: Sendable {
    package let receive: @Sendable (ObservedCall.Function, Duration) -> Void

    package init(_ receive: @escaping @Sendable (ObservedCall.Function, Duration) -> Void) { self.receive = receive }
}

/// Receives the answered requests of one program.
package struct RequestReceiver: Sendable {
    /// Receives what was requested, the status, why it was refused, the time, and the bytes.
    package let receive: @Sendable (ObservedRequest.Kind, Int, String?, Duration, Int) -> Void

    package init(_ receive: @escaping @Sendable (ObservedRequest.Kind, Int, String?, Duration, Int) -> Void) {
        self.receive = receive
    }
}

/// An observer that finds a program once, and not by its name with each event: several of these belong to every request.
package protocol ProgramObserver: Observer {
    /// Returns what receives the calls of a program's functions in place of ``Observer/observe(_:)``.
    func calls(of program: String) -> CallReceiver

    /// Returns what receives a program's answered requests in place of ``Observer/observe(_:)``.
    ///
    /// - Parameter program: nil for requests that are for none.
    func requests(of program: String?) -> RequestReceiver
}

extension Observer {
    /// Returns what receives the calls of a program's functions for this observer. To be asked for once for each program.
    package func receiverOfCalls(of program: String) -> CallReceiver {
        if let own = self as? any ProgramObserver { return own.calls(of: program) }
        return CallReceiver { function, duration in
            observe(.call(ObservedCall(program: program, function: function, duration: duration)))
        }
    }

    /// Returns what receives a program's answered requests for this observer. To be asked for once for each program.
    package func receiverOfRequests(of program: String?) -> RequestReceiver {
        if let own = self as? any ProgramObserver { return own.requests(of: program) }
        return RequestReceiver { kind, status, reason, duration, bytes in
            observe(
                .request(
                    ObservedRequest(
                        kind: kind,
                        program: program,
                        status: status,
                        reason: reason,
                        duration: duration,
                        bytes: bytes
                    )
                )
            )
        }
    }
}
