import CElmwoodZlib
import ElmwoodClientScript
import Testing

@testable import ElmwoodScriptSource

@Suite struct ScriptSourceTests {
    @Test func `The script's address contains the hash of its content, and it is small when compressed`() {
        let script = ClientScript.shared
        #expect(ClientScript.address.hasPrefix("/elmwood/") && ClientScript.address.hasSuffix(".js"))
        #expect(script.gzipped.prefix(3) == [0x1f, 0x8b, 8])
        #expect(script.gzipped.count <= 6 * 1024)
    }

    @Test func `The served script is generated from these sources`() {
        #expect(
            ClientScript.shared.bytes == Array(ScriptSource.script().utf8),
            "Run “./dev script”, which writes it anew."
        )
        #expect(decompressed(ClientScript.shared.gzipped) == ClientScript.shared.bytes)
    }

    /// Returns the content of the gzip format; nil if it is not that.
    private func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 15 is the largest window; adding 16 expects gzip's header.
        guard inflateInit2_(&stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 100_000)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, CUnsignedInt(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, CUnsignedInt(output.count))
                return inflate(&stream, Z_FINISH)
            }
        }
        return result == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
    }

    @Test(arguments: ScriptSource.allCases)
    func `The source files use the style that the minifier supports`(_ file: ScriptSource) {
        for line in file.text.split(separator: "\n").map({ $0.drop { $0 == " " } }) where !line.hasPrefix("//") {
            let tokens = JavaScriptTokens(String(line)).all
            // Comments begin with two slashes, and strings are in double quotes.
            let isStyled = !tokens.contains { $0.kind == .sign && ["`", "'"].contains($0.text) }
            #expect(isStyled && !line.contains("/*"), "\(line)")
        }
    }

    @Test func `The part that changes the document is at most half of the script`() {
        #expect(ClientScript(Array(ScriptSource.script(of: [.tree, .fields]).utf8)).gzipped.count <= 3_072)
    }

    @Test func `No declared name of the script is that of a global of the browser that it uses`() {
        let globals: Set<String> = [
            "AbortController", "Array", "CSS", "DOMParser", "Error", "FormData", "HTMLTemplateElement", "Infinity",
            "IntersectionObserver",
            "JSON",
            "Map", "Math", "Number", "Object", "Promise", "RangeError", "Set", "String", "Symbol", "TextDecoder", "URL",
            "URLSearchParams", "WeakMap", "WeakSet", "XMLHttpRequest", "addEventListener", "clearTimeout", "console",
            "crypto", "decodeURIComponent", "document", "encodeURIComponent", "fetch", "globalThis", "history",
            "localStorage", "location", "navigator", "performance", "queueMicrotask", "removeEventListener",
            "requestAnimationFrame", "scrollTo", "sessionStorage", "setInterval", "setTimeout", "undefined", "window",
        ]
        let source = ScriptSource.allCases.map(\.text).joined()
        #expect(JavaScriptTokens(source).declaredNames.isDisjoint(with: globals))
    }
}
