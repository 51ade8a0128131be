/// What the doctor has found about one thing.
struct Finding: Equatable {
    enum Kind: String {
        /// As it should be.
        case good = "ok"
        /// It works, but a limit of the machine may be too small for some sites.
        case advice
        /// Only some need it, and it is not there.
        case optional
        /// Without it nothing is built or served.
        case missing
    }

    var kind: Kind
    /// What it is about, with the version that was found.
    var subject: String
    /// What is wrong, and how to mend it; empty if nothing is.
    var remedy = ""
    /// The Debian packages that mend it.
    var packages: [String] = []
}
