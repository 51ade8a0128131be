import CElmwoodZlib
import ElmwoodClientScript
import ElmwoodTestSupport
import Foundation
import Testing

@Suite struct ClientScriptTests {
    /// The most bytes that the script may have when it is compressed.
    private static let limit = 10 * 1024

    @Test func `The script's address contains the hash of its content, and it is small when compressed`() {
        let script = ClientScript.shared
        #expect(ClientScript.address.hasPrefix("/elmwood/") && ClientScript.address.hasSuffix(".js"))
        #expect(script.gzipped.prefix(3) == [0x1f, 0x8b, 8])
        #expect(script.gzipped.count <= Self.limit)
        #expect(ClientScript.rareAddress == ClientScript.address.dropLast(3) + "-rare.js")
    }

    @Test func `What the rare script may use is declared once, by the other script`() throws {
        let source = try ScriptSource.text(["rare"])
        let list = try #require(source.firstMatch(of: /const lend = \(\) => \[([^\]]*)\];/)).1
        let lent = list.split { !$0.isLetter }.map(String.init)
        #expect(lent.contains("patching"))
        #expect(Set(lent).count == lent.count)
        let declared = ScriptSource.topLevelNames(in: try ScriptSource.text(ScriptSource.names))
        #expect(Set(lent).subtracting(declared) == [])
        let own = ScriptSource.topLevelNames(in: try ScriptSource.text(ScriptSource.rareNames))
        #expect(own.isSuperset(of: ["morphPage", "runs", "announcement"]))
        #expect(own.isDisjoint(with: declared.union(["own"])))
    }

    @Test func `What the script for uploads may use is declared by the two others`() throws {
        let list = try #require(
            ScriptSource.text(["uploads"]).firstMatch(of: /const lendUploads = \(\) => \[([^\]]*)\];/)
        ).1
        let lent = list.split { !$0.isLetter }.map(String.init)
        let declared = ScriptSource.topLevelNames(in: try ScriptSource.text(ScriptSource.rareNames))
        let borrowed = try #require(ScriptSource.text(["rare"]).firstMatch(of: /const lend = \(\) => \[([^\]]*)\];/)).1
        #expect(Set(lent).subtracting(declared.union(borrowed.split { !$0.isLetter }.map(String.init))) == [])
        #expect(ScriptSource.topLevelNames(in: try ScriptSource.text(ScriptSource.uploadNames)).isDisjoint(with: lent))
        #expect(ClientScript.uploadsAddress == ClientScript.address.dropLast(3) + "-uploads.js")
    }

    @Test func `The served script is generated from these sources`() async throws {
        // Their sums are written with the script, since a minifier need not be installed where this runs.
        let differences = try await offThePool { try ScriptSource.changedFiles() }
        #expect(differences == "", "Run “./dev script”, which writes it anew.")
        let listed = try ScriptSource.checksums().compactMap {
            $0.split(separator: " ").last?.split(separator: "/").last
        }
        let files = try ScriptSource.files
        #expect(
            Set(files)
                == Set((ScriptSource.names + ScriptSource.rareNames + ScriptSource.uploadNames).map { "\($0).js" })
        )
        let served = [
            "client.js", "client.js.gz", "client-rare.js", "client-rare.js.gz", "client-uploads.js",
            "client-uploads.js.gz",
        ]
        #expect(Set(listed.map(String.init)) == Set(files + served))
        for (name, script) in [
            ("client.js", ClientScript.shared), ("client-rare.js", .rare), ("client-uploads.js", .uploads),
        ] {
            let file = ScriptSource.repository.appending(path: "Sources/Core/ElmwoodClientScript/\(name)")
            #expect(try Array(Data(contentsOf: file)) == script.bytes)
            #expect(decompressed(script.gzipped) == script.bytes)
        }
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

    @Test(.enabled(if: ScriptSource.hasMinifier, "esbuild is not installed"))
    func `The part that changes the document is at most half of the script`() async throws {
        let part = try await offThePool { try ScriptSource.minified(["tree", "fields"]) }
        #expect(!part.isEmpty)
        #expect(ClientScript(part).gzipped.count <= Self.limit / 2)
    }

    @Test func `No declared name of the script is that of a global of the browser that it uses`() throws {
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
        let names = ScriptSource.declaredNames(
            in: try ScriptSource.text(ScriptSource.names + ScriptSource.rareNames + ScriptSource.uploadNames)
        )
        // One of each kind: a function, a constant, a variable beside another, a part of an object, and a parameter.
        #expect(names.isSuperset(of: ["boot", "root", "typingTimer", "selectionEnd", "operations", "node", "attempt"]))
        #expect(names.isDisjoint(with: globals))
    }
}
