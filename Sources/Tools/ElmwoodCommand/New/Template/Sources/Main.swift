import Elmwood

/// The site: which program is at which path.
@main
struct Main {
    static func main() {
        var site = Site()
        site.mount(Counter(), at: "/")
        //: if shared
        site.share(Poll())
        site.mount(PollPage(), at: "/poll")
        //: end
        site.main()
    }
}
