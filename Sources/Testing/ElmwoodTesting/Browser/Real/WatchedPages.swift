import Elmwood
import ElmwoodHTTPServer
import ElmwoodWebDriver

/// Adds the kit's script to pages, for a browser whose driver cannot run a script before a page's own.
enum WatchedPages {
    /// The path of the kit's script.
    private static let path = "/elmwood-test.js"
    /// The beginning of the page's own script tag. The kit's script must run before it.
    private static let scriptTag = "<script data-elmwood src=\""

    /// Returns the endpoint's answer, with the kit's script on pages that have the page's own.
    static func answer(_ call: ProgramRequest, _ endpoint: (ProgramRequest) -> Answer) -> Answer {
        if call.path == path {
            return .response(.bytes(Array(BrowserScripts.watch.utf8), type: "text/javascript; charset=utf-8"))
        }
        let answer = endpoint(call)
        guard case .response(var response) = answer, case .bytes(let bytes) = response.body else {
            return answer
        }
        let page = String(decoding: bytes, as: UTF8.self)
        guard let place = page.firstRange(of: scriptTag) else { return answer }
        let tag = "\(scriptTag)\(path)\"></script>"
        response.body = .bytes(Array("\(page[..<place.lowerBound])\(tag)\(page[place.lowerBound...])".utf8))
        return .response(response)
    }
}
