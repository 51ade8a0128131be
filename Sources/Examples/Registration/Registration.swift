import Elmwood
import FoundationEssentials

/// A registration form. Problems of a field are shown while it is filled in, and the typed text is retained.
///
/// All the rules are in the view, as HTML's own attributes: `.required`, `.type(.email)`, `.pattern(…)`. They apply in the browser
/// and on the server, so nothing is checked here a second time.
package struct Registration: App {
    /// The values entered so far, and the registered members.
    package struct Model: Codable, Equatable, Sendable {
        var draft = Draft()
        var member: Member?
    }

    /// The values entered so far, which a reloaded page shows. They never include the password.
    struct Draft: Codable, Equatable, Sendable {
        var name = ""
        var email = ""
        var birthday = ""
        var country = ""
        var wantsNews = false
    }

    /// A registered member.
    struct Member: Codable, Equatable, Sendable {
        var draft: Draft
        var picture: Picture?
    }

    /// The description of an uploaded picture. Its content stays in its file.
    struct Picture: Codable, Equatable, Sendable {
        /// Its length in bytes.
        var size: Int
        /// Its kind according to its first bytes; nil until they have been examined.
        var kind: PictureKind?
    }

    /// The fields of the form, by their names.
    package struct Entry: Codable, Equatable, Sendable {
        var name: String
        var email: String
        var password: String
        var birthday: String
        var country: String
        var news: Bool
        var picture: UploadedFile?
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case nameTyped(String)
        case emailTyped(String)
        /// A valid password was typed. The message does not contain it.
        case passwordTyped
        case birthdayChosen(String)
        case countryChosen(String)
        case newsTicked(Bool)
        case registered(Entry)
        /// The first bytes of the picture were examined. No control offers it, so no visitor can send it.
        case pictureRecognized(PictureKind)
        case anotherWanted
    }

    /// What the program asks the outside world to do.
    package enum Effect: Codable, Equatable, Sendable {
        /// Find out the kind of the picture at that path.
        case recognizePicture(path: String)
    }

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .nameTyped(let name): model.draft.name = name
        case .emailTyped(let email): model.draft.email = email
        case .passwordTyped: break
        case .birthdayChosen(let birthday): model.draft.birthday = birthday
        case .countryChosen(let country): model.draft.country = country
        case .newsTicked(let wantsNews): model.draft.wantsNews = wantsNews
        case .registered(let entry): return register(entry, in: &model)
        case .pictureRecognized(let kind): model.member?.picture?.kind = kind
        case .anotherWanted: model = Model()
        }
        return .none
    }

    private func register(_ entry: Entry, in model: inout Model) -> Command<Self> {
        // Here an effect would store the password's hash. The model must not contain the password: models are stored.
        let draft = Draft(
            name: entry.name,
            email: entry.email,
            birthday: entry.birthday,
            country: entry.country,
            wantsNews: entry.news
        )
        model.draft = Draft()
        model.member = Member(draft: draft, picture: entry.picture.map { Picture(size: $0.size) })
        guard let picture = entry.picture else { return .none }
        // It is durable, since a restart at this moment would otherwise leave the picture unrecognized forever. Repeating it does
        // no harm.
        return .effect(.recognizePicture(path: picture.path), durable: true)
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .recognizePicture(let path):
            let file = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
            send(.pictureRecognized(PictureKind(firstBytes: Array(file.prefix(12)))))
        }
    }

    package func failed(_ effect: Effect, _ error: any Error) -> Message? {
        .pictureRecognized(.unknown)
    }
}

/// A kind of picture.
package enum PictureKind: String, Codable, Sendable {
    case gif = "GIF"
    case jpeg = "JPEG"
    case png = "PNG"
    case webp = "WebP"
    case unknown = "file of a kind that is not known here"

    /// Recognizes a picture by its first twelve bytes. The name and the type from the visitor's machine may be wrong.
    init(firstBytes bytes: [UInt8]) {
        if bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: "GIF8".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            self = .unknown
        }
    }
}
