import ElmwoodArchitecture
import ElmwoodMetrics
import ElmwoodViewTree

/// Shows the site's operator what the site is doing.
struct AdminPage: Program {
    struct Model: Codable, Equatable, Sendable {
        var overview = AdminOverview()
        /// Requests since the overview before; nil with the first.
        var recentRequests: Int?
    }

    enum Message: Codable, Equatable, Sendable {
        case look
        case shown(AdminOverview)
    }

    enum Effect: Codable, Equatable, Sendable {
        case read
    }

    private let read: @Sendable () -> AdminOverview

    static let styleAddress = "/elmwood/admin.css"
    /// The seconds between two overviews.
    static let interval = 2

    init(read: @escaping @Sendable () -> AdminOverview) { self.read = read }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), .effect(.read)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .look: return .effect(.read)
        case .shown(let overview):
            let former = model.overview.metrics.requests.reduce(0, +)
            // The page's own first overview has no former one to compare with.
            model.recentRequests = former > 0 ? overview.metrics.requests.reduce(0, +) - former : nil
            model.overview = overview
            return .none
        }
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.seconds(Self.interval), .look)] }

    func perform(_ effect: Effect, send: Send<Message>) async { send(.shown(read())) }
}
