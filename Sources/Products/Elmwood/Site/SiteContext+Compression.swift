import ElmwoodArchitecture
import ElmwoodHTTPServer

extension SiteContext {
    /// Returns the context of a program, with answers that nobody compresses, no proxy either, if it does not allow that.
    func context<P: Program>(of program: P.Type) -> SiteContext {
        guard !program.allowsCompression else { return self }
        var context = self
        for headers in [\SiteContext.page, \.json, \.text, \.patch] {
            var changed = ResponseHeaders()
            for (name, value) in context[keyPath: headers].all {
                changed.add(name, name == "Cache-Control" ? value + ", no-transform" : value)
            }
            context[keyPath: headers] = changed
        }
        return context
    }
}
