import ElmwoodHTTPServer
import ElmwoodViewTree
import Glibc
import Synchronization

/// The files of the site's public folder: their addresses with a digest of the content, and the content compressed.
///
/// Both are made once for each state of a file. A file that has changed is noticed within a second.
package final class Assets: AssetAddresses {
    /// One state of a file.
    struct Asset {
        /// The file's path in the folder.
        let path: String
        /// Names the state.
        let tag: EntityTag
        /// The first digits of the SHA-256 of the content, as it is served.
        let digest: String
        /// The address with the digest.
        let address: String
        /// The content in the gzip format; nil if that would not be shorter, or is of no use.
        var gzipped: [UInt8]?
        /// A style sheet with the addresses of what it refers to; nil for any other file, and if it refers to none.
        let sheet: StyleSheet?
        /// When the file was looked at last, in seconds of a clock that begins anywhere.
        var checked: Int
    }

    private struct State {
        var assets: [String: Asset] = [:]
        /// The paths that views have asked for and that have no digest, and when they were looked for last.
        var plain: [String: Int] = [:]
        /// The bytes of all compressed files.
        var size = 0

        mutating func set(_ asset: Asset?, at path: String) {
            size += (asset?.gzipped?.count ?? 0) - (assets[path]?.gzipped?.count ?? 0)
            assets[path] = asset
        }
    }

    /// How many hexadecimal digits of its digest an address has.
    private static let digits = 16
    /// The greatest size of a file that is read as a whole.
    private static let greatestSize = 8_000_000
    /// The greatest size of all compressed files together.
    private static let room = 64_000_000
    /// How many files are looked at when the site starts.
    private static let greatestCount = 10_000
    /// What browsers are told about an address whose content never changes (RFC 8246).
    static let immutable = "public, max-age=31536000, immutable"

    let files: StaticFiles
    private let compresses: Bool
    private let leastSize: Int
    private let state = Mutex(State())

    /// - Parameter compression: whether files are compressed, and from which size on; nil: not at all. They are compressed as well as
    ///   can be, since that is done once.
    package init(_ files: StaticFiles, compression: Compression? = nil) {
        self.files = files
        compresses = compression != nil
        leastSize = compression?.leastSize ?? 0
    }

    /// The folder's path.
    var folder: String { files.folder }

    /// Returns the address of a file: with the digest of its content, if there is such a file.
    package func address(of path: String) -> String {
        let now = Self.now
        if state.withLock({ $0.plain[path] == now }) { return path }
        if let asset = asset(at: path) { return asset.address }
        state.withLock { if $0.plain.count < Self.greatestCount { $0.plain[path] = now } }
        return path
    }

    package func hasFile(at path: String) -> Bool {
        [path, Self.split(path)?.path].contains { path in
            path.map { files.types.type(of: $0) != nil && StaticFile($0, under: files.folder) != nil } ?? false
        }
    }

    /// Looks at a file anew when it is asked for next.
    func forget(_ path: String) {
        state.withLock { state in
            state.assets[path]?.checked = -1
            state.plain[path] = nil
        }
    }

    /// Reads and compresses all files, so that no request has to wait for it.
    func prepare() {
        guard var folder = FolderWalk(files.folder) else { return }
        var count = 0
        while count < Self.greatestCount, let path = folder.next() {
            count += 1
            _ = asset(at: path)
        }
    }

    /// Returns the response to a request whose path is a file's, or its address with a digest; nil if there is no such file.
    func response(to request: Request) -> Response? {
        if let (path, digest) = Self.split(request.path), let asset = asset(at: path),
            let response = files.response(path: path, method: request.method, headers: request.headers)
        {
            if let sheet = asset.sheet, response.status != .methodNotAllowed {
                return self.response(sheet, to: request, of: asset, isImmutable: digest == asset.digest)
            }
            // An older or newer address shows the file as it is: another process may have served the page.
            return self.response(response, to: request, of: asset, isImmutable: digest == asset.digest)
        }
        guard let response = files.response(to: request) else { return nil }
        if files.types.type(of: request.path)?.hasPrefix("text/css") ?? false, response.status != .methodNotAllowed,
            let asset = asset(at: request.path), let sheet = asset.sheet
        {
            return self.response(sheet, to: request, of: asset, isImmutable: false)
        }
        // Of an image only the address with the digest is of use.
        guard compresses, response.status.rawValue < 400, let type = files.types.type(of: request.path),
            CompressibleType.contains(type.utf8), let asset = asset(at: request.path)
        else { return response }
        return self.response(response, to: request, of: asset, isImmutable: false)
    }

    private func response(
        _ plain: Response,
        to request: Request,
        of asset: Asset,
        isImmutable: Bool
    ) -> Response {
        var response = plain
        // The file may have changed since.
        let tag = response.headers["ETag"]
        let isSame = tag == asset.tag.description || tag == asset.tag.gzipped?.description
        if isImmutable, isSame, response.status.rawValue < 400 {
            response.headers.remove("Cache-Control")
            response.headers.add("Cache-Control", Self.immutable)
        }
        guard response.status.rawValue < 400, let gzipped = asset.gzipped else { return response }
        response.headers.add("Vary", "Accept-Encoding")
        guard isSame, response.status != .partialContent, let other = asset.tag.gzipped,
            AcceptEncoding.permitsGzip(request.headers)
        else { return response }
        // A 304 names the content that the client has (RFC 9111 §4.3.4): it may be the uncompressed one.
        let known = response.status == .ok ? [] : EntityTag.list(request.headers["if-none-match"] ?? "")
        if known.contains(other) || !known.contains(where: asset.tag.matchesWeakly) {
            response.headers.remove("ETag")
            response.headers.add("ETag", other.description)
        }
        response.headers.remove("Accept-Ranges")
        response.headers.add("Content-Encoding", "gzip")
        response.body = .bytes(gzipped)
        return response
    }

    /// Returns the present state of a file; nil if there is none, its type is not served, or it is too large.
    ///
    /// - Parameter importers: the style sheets that are being read, since they refer to it.
    func asset(at path: String, importers: [String] = []) -> Asset? {
        let now = Self.now
        var known = state.withLock { $0.assets[path] }
        // What refers back to its importers is another one there.
        if !importers.isEmpty, known?.sheet?.isCutShort ?? false { known = nil }
        if let known, known.checked == now { return known }
        guard let type = files.types.type(of: path), let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
            let file = StaticFile(path, under: files.folder),
            file.size <= Self.greatestSize, let tag = file.entityTag
        else {
            if known != nil { state.withLock { $0.set(nil, at: path) } }
            return nil
        }
        if var known, known.tag == tag, isCurrent(known.sheet, at: path, importers: importers) {
            known.checked = now
            state.withLock { $0.assets[path]?.checked = now }
            return known
        }
        guard let bytes = file.bytes() else { return nil }
        let sheet = type.hasPrefix("text/css") ? styleSheet(bytes, at: path, importers: importers) : nil
        let content = sheet?.content ?? bytes
        let digest = Self.digest(content)
        var asset = Asset(
            path: path,
            tag: tag,
            digest: digest,
            address: "\(path[..<dot]).\(digest)\(path[dot...])",
            gzipped: gzipped(content, type),
            sheet: sheet,
            checked: now
        )
        // What depends on who asks is found anew for anybody else.
        if !importers.isEmpty, sheet?.isCutShort ?? false { return asset }
        return state.withLock { state in
            if state.size + (asset.gzipped?.count ?? 0) > Self.room { asset.gzipped = nil }
            if state.assets.count < Self.greatestCount || known != nil { state.set(asset, at: path) }
            return asset
        }
    }

    private func gzipped(_ bytes: [UInt8], _ type: String) -> [UInt8]? {
        guard compresses, bytes.count >= leastSize, CompressibleType.contains(type.utf8) else { return nil }
        return GzipEncoder(level: 9)?.compress(bytes)
    }

    /// Returns the path of a file and the digest of an address with one; nil if it has none.
    private static func split(_ address: String) -> (path: String, digest: String)? {
        let bytes = address.utf8
        guard let end = bytes.lastIndex(of: UInt8(ascii: ".")),
            bytes.distance(from: bytes.startIndex, to: end) > digits,
            case let start = bytes.index(end, offsetBy: -digits), bytes[start..<end].allSatisfy(isDigit)
        else { return nil }
        let dot = bytes.index(before: start)
        guard bytes[dot] == UInt8(ascii: ".") else { return nil }
        return (String(address[..<dot]) + String(address[end...]), String(address[start..<end]))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in SHA256.digest(bytes).prefix(digits / 2) {
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }

    /// The seconds of a clock that costs nothing to read.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec
    }
}
