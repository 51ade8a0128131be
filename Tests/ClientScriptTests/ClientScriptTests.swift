import Testing

@testable import ClientScript

@Suite struct ClientScriptTests {
    @Test func `the script is named by its content, and is small when it is sent`() {
        let script = ClientScript.shared
        #expect(script.address.hasPrefix("/elmwood/") && script.address.hasSuffix(".js"))
        #expect(script.gzipped.prefix(3) == [0x1f, 0x8b, 8])
        #expect(script.gzipped.count <= 7 * 1024)
        #expect(ClientScript("another").address != script.address)
    }

    @Test(arguments: ClientScript.File.allCases)
    func `the source files keep to the style that can be shortened`(_ file: ClientScript.File) {
        for line in file.source.split(separator: "\n").map({ $0.drop { $0 == " " } }) where !line.hasPrefix("//") {
            let tokens = JavaScriptTokens(String(line)).tokens
            // Comments have lines of their own, and texts are in double quotes.
            let isStyled = !tokens.contains { ["//", "/*", "`", "'"].contains(where: $0.text.hasPrefix) }
            #expect(isStyled, "\(line)")
        }
    }

    @Test func `the half that changes the document takes half of the room`() {
        #expect(ClientScript(ClientScript.source(exposing: [], of: [.tree, .fields])).gzipped.count <= 3_500)
    }

    @Test func `no name that the script declares is one of the browser's that it uses`() {
        let globals: Set<Substring> = [
            "AbortController", "Array", "CSS", "DOMParser", "Error", "FormData", "HTMLTemplateElement", "Infinity",
            "JSON",
            "Map", "Math", "Number", "Object", "Promise", "RangeError", "Set", "String", "Symbol", "TextDecoder", "URL",
            "URLSearchParams", "WeakMap", "WeakSet", "XMLHttpRequest", "addEventListener", "clearTimeout", "console",
            "crypto", "decodeURIComponent", "document", "encodeURIComponent", "fetch", "globalThis", "history",
            "localStorage", "location", "navigator", "performance", "queueMicrotask", "removeEventListener",
            "requestAnimationFrame", "scrollTo", "sessionStorage", "setInterval", "setTimeout", "undefined", "window",
        ]
        let source = ClientScript.File.allCases.map(\.source).joined()
        let declared = JavaScriptTokens(source).declaredNames()
        #expect(declared.inner.values.reduce(declared.top) { $0.union($1) }.isDisjoint(with: globals))
    }

    @Test(
        arguments: [
            ("// One.\nlet first = 1;\n\n    // Two.\n    call(first);\n", "let A=1;call(A);"),
            ("function twice(value, other = value) { return value + +other; }", "function A(e,t=e){return e+ +t;}"),
            (
                "function a(x) { return b(x, y); }\nfunction b(y) { a(y); }",
                "function A(e){return B(e,y);}\nfunction B(e){A(e);}"
            ),
            ("const { left, top } = box; use({ left, top: left });", "const{left,top}=box;use({left,top:left});"),
            ("list.map((item) => item.item ? { item: item } : \"item\");", "list.map((e)=>e.item?{item:e}:\"item\");"),
            ("for (const [key, value] of all) key.value = value / 2;", "for(const[e,t]of all)e.value=t/2;"),
            ("const word = /[/]word\\/\"/.test(word) ? a : word;", "const A=/[/]word\\/\"/.test(A)?a:A;"),
            ("if (x) {\n    y();\n}\nelse z();\n", "if(x){y();}\nelse z();"),
            ("try { f(); } catch (error) { g(error); }", "try{f();}catch(e){g(e);}"),
            ("let n = 1;\nlet m = n - -1;", "let A=1;let B=A- -1;"),
        ]
    ) func `names that are declared become short, and nothing else does`(_ source: String, _ short: String) {
        #expect(JavaScriptTokens(source).shortened() == short)
    }
}
