/// The files of a new package.
struct NewPackage {
    let name: PackageName
    let parts: Set<PackagePart>
    let elmwood: ElmwoodLocation

    /// A file of the package.
    struct File: Equatable {
        /// Its path in the package's folder.
        var path: String
        var text: String
        var isExecutable = false
    }

    /// All files, in the order of their paths.
    var files: [File] {
        templates.map { path, bytes in
            File(path: path, text: text(of: bytes, at: path), isExecutable: path == "dev" || path == ".ci/run")
        }.sorted { $0.path < $1.path }
    }

    private var templates: [(path: String, bytes: [UInt8])] {
        let (sources, tests) = ("Sources/\(name.text)", "Tests/\(name.text)Tests")
        var files: [(path: String, bytes: [UInt8])] = [
            ("Package.swift", PackageResources.Manifest_swift),
            ("\(sources)/Counter.swift", PackageResources.Counter_swift),
            ("\(sources)/Layout.swift", PackageResources.Layout_swift),
            ("\(tests)/CounterTests.swift", PackageResources.CounterTests_swift),
            ("Public/style.css", PackageResources.style_css),
            ("Public/icon.svg", PackageResources.icon_svg),
            ("README.md", PackageResources.README_md),
            ("dev", PackageResources.dev),
            (".ci/run", PackageResources.check),
            ("Dockerfile", PackageResources.Dockerfile),
            (".dockerignore", PackageResources.dockerignore),
            (".gitignore", PackageResources.gitignore),
            (".swift-format", PackageResources.swift_format_json),
            (".vscode/extensions.json", PackageResources.extensions_json),
            (".vscode/launch.json", PackageResources.launch_json),
            (".vscode/tasks.json", PackageResources.tasks_json),
        ]
        if hasDatabase {
            files.append(("\(sources)/Main.swift", PackageResources.DatabaseMain_swift))
            files.append(("\(sources)/Migrations.swift", PackageResources.Migrations_swift))
        } else {
            files.append(("\(sources)/Main.swift", PackageResources.Main_swift))
        }
        if parts.contains(.sql) {
            files.append(("\(sources)/Notes.swift", PackageResources.Notes_swift))
            files.append(("\(sources)/NoteTable.swift", PackageResources.NoteTable_swift))
            files.append(("\(tests)/NotesTests.swift", PackageResources.NotesTests_swift))
        }
        if parts.contains(.shared) {
            files.append(("\(sources)/Poll.swift", PackageResources.Poll_swift))
            files.append(("\(sources)/PollPage.swift", PackageResources.PollPage_swift))
            files.append(("\(tests)/PollTests.swift", PackageResources.PollTests_swift))
        }
        if parts.contains(.accounts) {
            files.append(("\(sources)/Accounts.swift", PackageResources.Accounts_swift))
            files.append(("\(sources)/AccountPage.swift", PackageResources.AccountPage_swift))
            files.append(("\(tests)/AccountTests.swift", PackageResources.AccountTests_swift))
        }
        return files
    }

    private var hasDatabase: Bool { parts.contains(where: \.needsDatabase) }

    /// The words of the template's conditions that apply.
    private var applying: Set<String> {
        var words = Set(parts.map(\.rawValue))
        if hasDatabase { words.insert("database") }
        switch elmwood {
        case .path: words.insert("path")
        case .address: words.insert("address")
        }
        return words
    }

    private func text(of bytes: [UInt8], at path: String) -> String {
        var text = TemplateText(String(decoding: bytes, as: UTF8.self)).text(applying)
        // No other word of the template contains its name. A name in lower case does not contain “Shop”, so it is first.
        text = text.replacing("shop", with: name.text.lowercased()).replacing("Shop", with: name.text)
        text = text.replacing(#".package(path: "../elmwood")"#, with: elmwood.dependency)
        if path == "Package.swift" {
            text = text.replacing(#"package: "elmwood")"#, with: "package: \"\(elmwood.identity)\")")
        }
        return text.replacing("](../elmwood)", with: "](\(elmwood.text))")
    }
}
