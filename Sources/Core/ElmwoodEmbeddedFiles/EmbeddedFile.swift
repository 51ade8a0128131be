import CElmwoodFiles

/// A file that is part of the executable. `CElmwoodFiles.c` names the paths.
///
/// The C compiler embeds it: as the literal of a Swift array, which the package manager would make of a resource, it costs the compiler
/// seconds.
package enum EmbeddedFile {
    case clientScript, compressedClientScript
    case rareScript, compressedRareScript
    case uploadsScript, compressedUploadsScript
    case adminStyle
    case developmentStyle, developmentScript, developmentNoticeStyle
    case historyStyle, historyFootStyle

    /// The content of the file.
    package var bytes: [UInt8] {
        let file = file
        // Unsafe, since C passes an array as a pointer. It points to a constant of exactly that many bytes.
        return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private var file: elmwood_file {
        switch self {
        case .clientScript: elmwood_client_js()
        case .compressedClientScript: elmwood_client_js_gz()
        case .rareScript: elmwood_rare_js()
        case .compressedRareScript: elmwood_rare_js_gz()
        case .uploadsScript: elmwood_uploads_js()
        case .compressedUploadsScript: elmwood_uploads_js_gz()
        case .adminStyle: elmwood_admin_css()
        case .developmentStyle: elmwood_development_css()
        case .developmentScript: elmwood_development_js()
        case .developmentNoticeStyle: elmwood_notice_css()
        case .historyStyle: elmwood_panel_css()
        case .historyFootStyle: elmwood_foot_css()
        }
    }
}
