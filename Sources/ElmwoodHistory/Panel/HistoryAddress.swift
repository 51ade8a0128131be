import ElmwoodViewTree

/// The addresses of the histories, and of their style sheets.
package enum HistoryAddress {
    /// The path of all histories. The history of a program has the program's own path appended.
    package static let path = "/elmwood/history"
    /// The query parameter of a panel that is shown at the foot of a page.
    package static let inFoot = "foot"
    package static let panelStyle = "/elmwood/history.css"
    package static let footStyle = "/elmwood/history-foot.css"

    /// Returns the style sheet at an address, as UTF-8, or nil if there is none.
    package static func style(at path: String) -> [UInt8]? {
        switch path {
        case panelStyle: PackageResources.panel_css
        case footStyle: PackageResources.foot_css
        default: nil
        }
    }

    /// Returns the foot of a page of the program at that path.
    package static func foot(_ base: String) -> PageFoot {
        PageFoot(title: "History", address: path + base + "?\(inFoot)", style: footStyle)
    }
}
