import Elmwood
import ElmwoodAccounts

/// Accounts: register, sign in, choose a new password, see and end one's sessions, delete the account.
///
/// A password is in the message of its form and in the effect that follows, and nowhere else: not in the model, which is stored, and not
/// in an effect that is durable. The history has only the names of messages from pages with a password field.
package struct Accounts: Program {
    package struct Model: Codable, Equatable, Sendable {
        /// The client's address when the session began, by which tries are counted.
        var client: String?
        /// The cookie by which the browser is known that has signed in before; nil if it has none.
        var browser: String?
        /// Who has signed in; nil if nobody has.
        var identity: Identity?
        /// The form whose effect has not ended.
        var pending: FormName?
        /// The mail address as it was typed last, so that a form that is refused still has it.
        var email = ""
        /// The sessions of the account, when the list was opened; nil if it was not yet.
        var sessions: [ActiveSession]?
    }

    /// The forms of the pages.
    package enum FormName: String, Codable, Sendable {
        case signIn = "sign-in"
        case link, welcome, reset, password, delete
    }

    // The fields of the forms, by their names.

    package struct SignIn: Codable, Equatable, Sendable {
        var email: String
        var password: String
    }

    package struct LinkRequest: Codable, Equatable, Sendable { var email: String }

    package struct Welcome: Codable, Equatable, Sendable {
        var token: String
        var name: String
        var password: String
    }

    package struct Reset: Codable, Equatable, Sendable {
        var token: String
        var password: String
    }

    package struct PasswordChange: Codable, Equatable, Sendable {
        var current: String
        var password: String
    }

    package struct Deletion: Codable, Equatable, Sendable { var password: String }

    package enum Message: Codable, Equatable, Sendable {
        case signIn(SignIn)
        case sendLink(LinkRequest)
        case open(Welcome)
        case reset(Reset)
        case changePassword(PasswordChange)
        case delete(Deletion)
        case signOut
        case signOutEverywhere
        case endSession(ActiveSession.ID)
        /// What nobody can send: an address was opened, the sessions are known, the effect of a form has ended.
        case arrived(path: String)
        case listed([ActiveSession])
        case done(Outcome)
    }

    /// What came of a form.
    package enum Outcome: Codable, Equatable, Sendable {
        case signedIn(Identity, browser: String)
        case opened(Identity)
        case passwordChanged(Identity)
        case deleted
        case sent
        case refused(Refusal)
    }

    /// What the service is asked to do, and from which client's address.
    package enum Effect: Codable, Equatable, Sendable {
        case signIn(SignIn, from: String?, knownBy: String?)
        case sendLink(to: String, from: String?)
        case open(Welcome, from: String?)
        case reset(Reset, from: String?)
        case changePassword(PasswordChange, of: Identity, from: String?)
        case delete(Deletion, of: Identity, from: String?)
    }

    let service: AccountService

    /// Creates the program.
    package init(_ service: AccountService) {
        self.service = service
    }

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model(client: visit.address, browser: visit.cookie(service.known.name)))
    }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] {
        // The path alone: the query of a link is a secret.
        [.arrived { .arrived(path: $0.path) }]
    }

    package func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .signIn(let entry):
            model.email = entry.email
            return begin(.signIn, .signIn(entry, from: model.client, knownBy: model.browser), in: &model)
        case .sendLink(let entry):
            model.email = entry.email
            // It is durable: who asks for a mail gets it, even if the process ends now. The link is made when the mail is, so that it
            // is never stored.
            return begin(.link, .sendLink(to: entry.email, from: model.client), durable: true, in: &model)
        case .open(let entry):
            guard !entry.name.allSatisfy(\.isWhitespace) else { throw Problem(in: "name", "Please write a name.") }
            return begin(.welcome, .open(entry, from: model.client), in: &model)
        case .reset(let entry):
            return begin(.reset, .reset(entry, from: model.client), in: &model)
        case .changePassword(let entry):
            guard let identity = model.identity else { return .none }
            return begin(.password, .changePassword(entry, of: identity, from: model.client), in: &model)
        case .delete(let entry):
            guard let identity = model.identity else { return .none }
            return begin(.delete, .delete(entry, of: identity, from: model.client), in: &model)
        case .signOut:
            return .batch(.endSession, .navigate(to: "/"), .notice("You have signed out."))
        case .signOutEverywhere:
            return .batch(.endSession(everywhere: true), .navigate(to: "/"), .notice("You have signed out everywhere."))
        case .endSession(let session):
            guard let identity = model.identity else { return .none }
            model.sessions?.removeAll { $0.id == session }
            return .batch(.endSession(session, of: identity.account), .notice("That browser is signed out."))
        case .arrived(let path):
            guard path == "/sessions", let identity = model.identity else { return .none }
            return .sessions(of: identity.account, Message.listed)
        case .listed(let sessions):
            model.sessions = sessions
            return .none
        case .done(let outcome):
            return .batch(.cancel("timeout"), finish(outcome, in: &model))
        }
    }

    /// Begins the effect of a form. If the process ends before the effect does, nothing else ends the wait.
    private func begin(
        _ form: FormName,
        _ effect: Effect,
        durable: Bool = false,
        in model: inout Model
    ) -> Command<Self> {
        model.pending = form
        return .batch(
            .effect(effect, id: form.rawValue, durable: durable),
            .after(.seconds(30), .done(.refused(.failed)), id: "timeout")
        )
    }

    private func finish(_ outcome: Outcome, in model: inout Model) -> Command<Self> {
        let form = model.pending?.rawValue
        model.pending = nil
        switch outcome {
        case .signedIn(let identity, let browser):
            model.browser = browser
            return enter(identity, "You have signed in.", in: &model)
        case .opened(let identity):
            return enter(identity, "Your account is open.", in: &model)
        case .passwordChanged(let identity):
            // Who knew the former password has no session from now on.
            return .batch(
                enter(identity, "Your password is changed. Other browsers are signed out.", in: &model),
                .endSessions(of: identity.account),
                .changed(Self.topic(of: identity))
            )
        case .deleted:
            guard let identity = model.identity else { return .none }
            model = Model(client: model.client, browser: model.browser)
            // The session remains, with a new id and without an account: a page without script is still to be told.
            return .batch(
                .renewSession,
                .endSessions(of: identity.account),
                .identify(nil),
                .changed(Self.topic(of: identity)),
                .navigate(to: "/deleted")
            )
        case .sent:
            return .navigate(to: "/sent")
        case .refused(let refusal):
            return .problem(of: form, refusal.sentence)
        }
    }

    /// Lets somebody in. The session has a new id from now on: others may know the former one, or have planted it.
    private func enter(_ identity: Identity, _ notice: String, in model: inout Model) -> Command<Self> {
        model = Model(client: model.client, browser: model.browser, identity: identity)
        return .batch(.renewSession, .identify(identity.account), .navigate(to: "/"), .notice(notice))
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        do {
            switch effect {
            case .signIn(let entry, let client, let cookie):
                let (email, password) = (entry.email, entry.password)
                let identity = try await service.signIn(email, password: password, from: client, knownBy: cookie)
                send(.done(.signedIn(identity, browser: try service.cookie(of: email, former: cookie))))
            case .sendLink(let email, let client):
                try await service.sendLink(to: email, from: client, as: send.attempt.id)
                send(.done(.sent))
            case .open(let entry, let client):
                let (name, password) = (entry.name, entry.password)
                let identity = try await service.open(entry.token, name: name, password: password, from: client)
                send(.done(.opened(identity)))
            case .reset(let entry, let client):
                let identity = try await service.reset(entry.token, password: entry.password, from: client)
                send(.done(.passwordChanged(identity)))
            case .changePassword(let entry, let identity, let client):
                let changed = try await service.change(identity, from: entry.current, to: entry.password, by: client)
                send(.done(.passwordChanged(changed)))
            case .delete(let entry, let identity, let client):
                try await service.delete(identity, password: entry.password, by: client)
                send(.done(.deleted))
            }
        } catch let refusal as Refusal {
            send(.done(.refused(refusal)))
        } catch PasswordError.busy {
            send(.done(.refused(.busy)))
        }
    }

    package func failed(_ effect: Effect, _ error: any Error) -> Message? { .done(.refused(.failed)) }

    // MARK: Reads

    /// Who has signed in; nil if the account was deleted, or its password was changed since. A session that was not ended with the
    /// others, such as that of a sign-in at the moment of the change, therefore opens nothing.
    struct CurrentProfile: Read {
        var identity: Identity

        var topics: Set<String> { [topic(of: identity)] }

        func value(from service: AccountService) async throws -> Profile? { try await service.profile(identity) }
    }

    /// What changes an account.
    private static func topic(of identity: Identity) -> String { "accounts/\(identity.account)" }

    /// Whether a link can be used. It has no topics, so it is read for each request.
    struct LinkIsValid: Read {
        var token: String
        var purpose: AccountService.Purpose

        func value(from service: AccountService) async throws -> Bool { try await service.isValid(token, for: purpose) }
    }
}
