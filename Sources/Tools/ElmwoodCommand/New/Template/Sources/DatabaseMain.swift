import Elmwood
//: if history
import ElmwoodHistory
//: end
import ElmwoodSQL

/// The site: which program is at which path, and the database behind them.
@main
struct Main {
    static func main() async {
        await Site.main { settings in
            let database = Database(.sqlite("\(settings.data)/site.sqlite"))
            try await database.migrate(migrations)
            var site = Site()
            //: if history
            site.use(.history)
            //: end
            site.mount(Counter(), at: "/")
            //: if sql
            site.mount(Notes(store: NoteTable(database: database)), at: "/notes")
            //: end
            //: if shared
            site.share(Poll())
            site.mount(PollPage(), at: "/poll")
            //: end
            //: if accounts
            site.mount(AccountPage(accounts: Accounts(database: database)), at: "/account")
            //: end
            return site
        }
    }
}
