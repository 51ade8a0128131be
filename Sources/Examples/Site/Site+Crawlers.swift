import Elmwood

extension Site {
    /// Adds what search engines and browsers ask a site for beside its pages.
    mutating func addFilesForCrawlers() {
        get("/robots.txt") { request in
            .text("User-agent: *\nDisallow: /elmwood/\nSitemap: \(request.origin)/sitemap.xml\n")
        }
        get("/sitemap.xml") { request in
            let addresses = ["/"] + Index.examples.map(\.path)
            let entries = addresses.map { "<url><loc>\(request.origin)\($0)</loc></url>\n" }.joined()
            return .bytes(
                Array(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                    \(entries)</urlset>

                    """.utf8
                ),
                type: "application/xml"
            )
        }
        get("/site.webmanifest") { _ in
            var response = try Response.json(Manifest())
            response.headers.remove("Content-Type")
            response.headers.add("Content-Type", "application/manifest+json")
            return response
        }
    }
}

/// How a browser installs the site (W3C, Web Application Manifest).
private struct Manifest: Encodable {
    struct Icon: Encodable {
        var src = "/favicon.svg"
        var sizes = "any"
        var type = "image/svg+xml"
    }

    enum CodingKeys: String, CodingKey {
        case name, display, icons
        case startAddress = "start_url"
    }

    var name = "Elmwood examples"
    var startAddress = "/"
    var display = "browser"
    var icons = [Icon()]
}
