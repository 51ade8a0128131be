import ElmwoodScriptSource

/// Prints the client script as it is served. `./dev script` writes it to `Sources/ElmwoodClientScript/client.js`.
@main
enum ScriptTool {
    static func main() {
        print(ScriptSource.script(), terminator: "")
    }
}
