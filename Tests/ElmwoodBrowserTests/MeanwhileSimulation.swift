import ElmwoodTestSupport

/// A simulation of the client script in a browser: a server and a network that are functions of the page itself, and a visitor, who act in a
/// random order.
///
/// The visitor clicks; requests and answers are lost, refused by a proxy, delayed and overtaken; other visitors change the model; the stream breaks;
/// the server forgets what the page shows, or which events it had. After each step, the page is what the view of its revision says, with the
/// changes for the events that it does not contain. Afterwards everything arrives, and it is what the view of the model says.
enum MeanwhileSimulation {
    /// Runs rounds from seeds in a browser, and returns the first failure, or "".
    ///
    /// - Parameter sabotage: a text of the script and what stands in its place.
    static func run(
        rounds: Int,
        in browser: Browser,
        sabotage: (of: String, by: String)? = nil
    ) async throws -> String {
        var script = try script()
        if let sabotage {
            guard script.contains(sabotage.of) else { return "The script has no “\(sabotage.of)”." }
            script = script.replacingOccurrences(of: sabotage.of, with: sabotage.by)
        }
        let scripts =
            "<script data-elmwood src=\"/world.js\"></script><script data-elmwood src=\"/script.js\" defer data-base=\"\" data-revision='"
        let server = try PageServer(
            [
                "/":
                    "<!DOCTYPE html><html><head><title>T</title>\(scripts)\(start)'></script></head><body>\(body)</body></html>",
                "/world.js": MeanwhileWorld.script, "/script.js": script,
            ],
            policy: PatchedPage.policy
        )
        defer { server.stop() }
        try await browser.open(server.address("/"))
        _ = try await browser.evaluate("play(\(rounds)).then((failure) => { window.failure = failure; }); return ''")
        try await browser.wait(until: "all rounds are over", within: .seconds(240)) {
            try $0.evaluate("return window.failure ?? 'none yet'") != "none yet"
        }
        return try await browser.evaluate("return window.failure")
    }

    /// The model that the page is loaded with, and its view.
    private static let start = #"{"likes":0,"on":false,"items":[1,2]}"#
    private static var body: String {
        let rows = [1, 2].map { id in
            """
            <li data-key="\(id)" data-meanwhile="of remove(\(id))&#10;hide"><span data-meanwhile="of done(\(id))&#10;text done&#10;class gray">\(id)</span>\
            <button data-on-click="remove(\(id))">x</button><button data-on-click="done(\(id))" data-meanwhile="own&#10;disable">v</button></li>
            """
        }
        return """
            <button id="like" class="even" data-on-click="like" data-meanwhile="own&#10;text +1&#10;class liked">0</button>\
            <button id="switch" data-on-click="on" data-meanwhile="own&#10;class on">off</button><ul>\(rows.joined())</ul>\
            <button id="turn" data-on-click="turn" data-foreseen>turn</button>
            """
    }

    /// Both scripts, joined, in which the rare one is there from the start.
    private static func script() throws -> String {
        let own = "const own = { bring: (brought) => (rare = brought) };\n"
        let before = try ScriptSource.text(ScriptSource.names.dropLast())
        return try "(() => {\n\"use strict\";\n" + before + own + ScriptSource.text(ScriptSource.rareNames)
            + ScriptSource.text(["start"]) + "})();\n"
    }
}
