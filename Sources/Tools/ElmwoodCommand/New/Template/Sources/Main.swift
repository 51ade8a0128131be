import Elmwood
//: if history
import ElmwoodHistory
//: end

/// The site: which program is at which path.
@main
struct Main {
    static func main() {
        var site = Site()
        //: if history
        site.use(.history)
        //: end
        site.mount(Counter(), at: "/")
        //: if shared
        site.share(Poll())
        site.mount(PollPage(), at: "/poll")
        //: end
        site.main()
    }
}
