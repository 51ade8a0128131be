import Glibc

// Asynchronous scripts, for a driver that may never respond if the page is unloaded during the script: the old page stays in the
// browser's memory for going back, where nothing of it runs. So the page is polled.

extension BrowserSession {
    /// Runs the body of a function whose last argument is a callback for its completion.
    ///
    /// - Parameter script: whether the page's scripts are enabled. If they are not, nothing asynchronous runs, so the body is run
    ///   anew each time.
    /// - Throws: ``WebDriverError`` with the code `stale element reference` if the page is unloaded before it is done.
    func runPolling(_ body: String, _ arguments: [Any], script: BrowserScript) throws -> Any {
        let name = "\(UInt64.random(in: .min ... .max))"
        let function = (script == .on ? beginOrAsk : beginAnew).replacing("BODY", with: body)
        let start = ContinuousClock.now
        var isBegun = false
        while start.duration(to: .now) < .seconds(30) {
            let answer = try run(function, [name, isBegun, arguments]) as? [Any] ?? []
            switch answer.first as? String {
            case "done": return answer.count > 1 ? answer[1] : 0
            case "gone":
                throw WebDriverError("the page was unloaded before a script was done", code: "stale element reference")
            default: isBegun = true
            }
            // The page's own work needs the processor too.
            usleep(1000)
        }
        throw WebDriverError("a script was not done within 30 seconds", code: "script timeout")
    }
}

/// Begins the script in the first call, and then polls the page for the result.
private let beginOrAsk = """
    const [name, isBegun, all] = arguments;
    const answers = (window.elmwoodAnswers ??= {});
    if (isBegun && !(name in answers)) return ["gone"];
    if (!isBegun) {
        answers[name] = ["waiting"];
        (function() { BODY\n}).call(window, ...all, (answer) => (answers[name] = ["done", answer]));
    }
    const answer = answers[name];
    if (answer[0] == "done") delete answers[name];
    return answer;
    """

private let beginAnew = """
    const [name, isBegun, all] = arguments;
    let answer = ["waiting"];
    (function() { BODY\n}).call(window, ...all, (value) => (answer = ["done", value]));
    return answer;
    """
