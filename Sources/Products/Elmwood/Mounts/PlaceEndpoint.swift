import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions

/// The places of a program that is mounted at a pattern.
package struct Places<P: Program>: Sendable {
    let pattern: PathPattern
    /// Returns the parameters as they are written in addresses, and what makes the program; nil if the texts are no parameters.
    let program: @Sendable (_ texts: [String]) -> (texts: [String], make: () -> P)?

    package init(
        _ pattern: PathPattern,
        _ program: @escaping @Sendable (_ texts: [String]) -> (texts: [String], make: () -> P)?
    ) {
        self.pattern = pattern
        self.program = program
    }

    /// Returns the path of the place that a matching path leads to, and what makes its program; nil if there is no such place.
    func place(at path: String) -> (path: String, make: () -> P)? {
        guard let (texts, make) = program(pattern.values(in: path)), let place = pattern.path(with: texts) else {
            return nil
        }
        return (place, make)
    }
}

/// Answers the requests for a program that is mounted at a pattern.
package final class PlaceEndpoint: Sendable {
    private let pattern: PathPattern
    private let context: SiteContext
    private let hosts: PlaceHosts
    private let arrival: AnyMessage?
    private let hasHistory: Bool
    /// Returns the path of the place that a path leads to; nil if there is no such place.
    private let place: @Sendable (_ path: String) -> String?

    /// Creates the endpoint of a program.
    ///
    /// - Parameters:
    ///   - isRecorded: whether the sessions' histories are recorded, if the site records any.
    ///   - arrival: the message that each visit of a page begins with, before the page is shown.
    package init<P: Program>(
        _ places: Places<P>,
        in context: SiteContext,
        isRecorded: Bool = false,
        arrival: P.Message? = nil
    ) {
        pattern = places.pattern
        self.context = context.context(of: P.self)
        self.arrival = arrival.map { AnyMessage($0) }
        hasHistory = isRecorded && MountedProgram<P>.isRecorded(in: context)
        place = { places.place(at: $0)?.path }
        let name = places.pattern.name
        let isPanel = arrival != nil
        let diagnostics = DiagnosticLog(context.log, program: name, development: context.development)
        hosts = PlaceHosts(name: name, registry: context.registry, storesSessions: !isPanel) { path in
            guard let (place, make) = places.place(at: path), place.utf8.elementsEqual(path.utf8) else { return nil }
            let mounted = MountedProgram(
                program: make(),
                address: ProgramAddress(name: name, place: place, base: PercentEncoding.path(place)),
                isPanel: isPanel,
                diagnostics: diagnostics
            )
            return mounted.host(in: context, isRecorded: isRecorded)
        }
    }

    package func answer(_ call: ProgramRequest) -> Answer {
        if let host = hosts.known(call.base) { return answer(call, by: host) }
        guard let place = place(call.base) else { return refuse(call) }
        guard place.utf8.elementsEqual(call.base.utf8) else { return .response(redirect(call, to: place)) }
        return hosts.host(at: place).map { answer(call, by: $0) } ?? refuse(call)
    }

    private func answer(_ call: ProgramRequest, by host: SessionHost) -> Answer {
        ProgramEndpoint(host, in: context, arrival: arrival, hasHistory: hasHistory).answer(call)
    }

    private func refuse(_ call: ProgramRequest) -> Answer {
        .response(Refusal.notFound.response(as: call.form, in: context, to: call.request))
    }

    /// Returns the redirect to a place whose address is written in another way. It is sent again as it was, also if it is a post.
    private func redirect(_ call: ProgramRequest, to place: String) -> Response {
        var response = Response(.permanentRedirect, headers: context.redirect)
        let address = call.request.address
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") }
        // No segment contains a slash, encoded or not.
        let slashes = path.indices.filter { path[$0] == UInt8(ascii: "/") }
        let below = slashes.dropFirst(pattern.segments.count).first ?? path.endIndex
        let remainder = address[below...]
        response.headers.add("Location", PercentEncoding.path(place) + remainder)
        return response
    }
}
