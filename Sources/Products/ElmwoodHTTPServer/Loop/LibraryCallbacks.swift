import CElmwoodMicrohttpd
import Glibc

// The library's callbacks. They are global functions, since a closure formed on an actor (as at the top level of main.swift) would
// trap when it is called on a loop's thread.
//
// The contexts are unretained: a loop outlives its daemon, and a connection is retained by its socket context until the library
// reports that it is closed, which is after the completion of its last request.

private func eventLoop(_ context: UnsafeMutableRawPointer?) -> EventLoop? {
    context.map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
    context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

func connectionChanged(
    _ context: UnsafeMutableRawPointer?,
    _ library: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let loop = eventLoop(context), let library, let socketContext else { return }
    switch change {
    case .CONNECTION_NOTIFY_STARTED:
        let connection = loop.open(library)
        socketContext.pointee = Unmanaged.passRetained(connection).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let held = socketContext.pointee else { return }
        socketContext.pointee = nil
        loop.close(Unmanaged<Connection>.fromOpaque(held).takeRetainedValue())
    @unknown default: break
    }
}

/// The callback for the request line; it returns the request's context.
func takeRequestLine(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ library: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let library, let held = elmwood_connection_context(library) else { return nil }
    connection(held)?.takeTarget(target)
    return held
}

/// Leaves the library's copy of the target unchanged: the path is decoded from the raw target.
func keepEscapes(
    _ context: UnsafeMutableRawPointer?,
    _ library: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

func handleRequest(
    _ context: UnsafeMutableRawPointer?,
    _ library: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ piece: UnsafePointer<CChar>?,
    _ pieceLength: UnsafeMutablePointer<Int>?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let method, let version, let pieceLength, let connection = connection(requestContext?.pointee) else {
        return .NO
    }
    return connection.handle(method: method, version: version, piece: piece, pieceLength: pieceLength)
}

func requestCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ library: OpaquePointer?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    eventLoop(context)?.knowsWhyItCloses = false
    connection(requestContext?.pointee)?.endRequest()
}

/// The callback for a request that the library refuses before, or instead of, the handler.
func replaceRefusal(_ library: OpaquePointer?, _ status: UInt32) -> OpaquePointer? {
    guard let library, let held = elmwood_connection_context(library) else { return nil }
    return connection(held)?.replaceRefusal(Refusal(libraryStatus: status))
}

func takeLibraryLog(
    _ context: UnsafeMutableRawPointer?,
    _ format: UnsafePointer<CChar>?,
    _ arguments: CVaListPointer?
) {
    guard let loop = eventLoop(context), !loop.knowsWhyItCloses, let format, let arguments else { return }
    var text = [CChar](repeating: 0, count: 500)
    let length = vsnprintf(&text, text.count, format, arguments)
    // Its refusals are replaced, and reported as answered requests.
    guard length > 0, strncmp(text, "Error processing request", 24) != 0 else { return }
    let bytes = text[..<min(Int(length), text.count - 1)].map { UInt8(bitPattern: $0) }
    // The text may contain a client's input, which must not begin a line of its own.
    let line = bytes.filter { $0 >= 0x20 && $0 != 0x7F }
    loop.log(String(decoding: line, as: UTF8.self))
}
