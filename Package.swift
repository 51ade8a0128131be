// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "elmwood",
    products: [
        .library(name: "Elmwood", targets: ["Elmwood"]),
        .library(name: "ElmwoodTesting", targets: ["ElmwoodTesting"]),
        .library(name: "ElmwoodAccounts", targets: ["ElmwoodAccounts"]),
        .library(name: "ElmwoodHistory", targets: ["ElmwoodHistory"]),
        .library(name: "ElmwoodHTTPServer", targets: ["ElmwoodHTTPServer"]),
        .library(name: "ElmwoodMarkdown", targets: ["ElmwoodMarkdown"]),
        .library(name: "ElmwoodPostgreSQL", targets: ["ElmwoodPostgreSQL"]),
        .library(name: "ElmwoodSQL", targets: ["ElmwoodSQL"]),
        .library(name: "ElmwoodSVG", targets: ["ElmwoodSVG"]),
        .executable(name: "elmwood", targets: ["ElmwoodCommand"]),
        .executable(name: "examples", targets: ["ElmwoodExamples"]),
    ],
    targets: [
        // The modules, lowest first: a module imports only modules above it in this list.
        .systemLibrary(
            name: "CElmwoodMarkdown",
            path: "Sources/Libraries/CElmwoodMarkdown",
            pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodMicrohttpd",
            path: "Sources/Libraries/CElmwoodMicrohttpd",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodPostgreSQL",
            path: "Sources/Libraries/CElmwoodPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodSodium",
            path: "Sources/Libraries/CElmwoodSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodSQLite",
            path: "Sources/Libraries/CElmwoodSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodZlib",
            path: "Sources/Libraries/CElmwoodZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        // The files that are part of the executable: C embeds them, in milliseconds.
        .target(name: "CElmwoodFiles", path: "Sources/Libraries/CElmwoodFiles"),
        .target(
            name: "ElmwoodEmbeddedFiles",
            dependencies: ["CElmwoodFiles"],
            path: "Sources/Core/ElmwoodEmbeddedFiles"
        ),
        .target(
            name: "ElmwoodClientScript",
            dependencies: ["CElmwoodZlib", "ElmwoodEmbeddedFiles"],
            path: "Sources/Core/ElmwoodClientScript",
            exclude: [
                "client.js", "client.js.gz", "client-rare.js", "client-rare.js.gz", "client-uploads.js",
                "client-uploads.js.gz",
            ]
        ),
        .target(name: "CElmwoodFaults", path: "Sources/Libraries/CElmwoodFaults"),
        .target(name: "CElmwoodLocks", path: "Sources/Libraries/CElmwoodLocks"),
        .target(
            name: "CElmwoodRefusals",
            dependencies: ["CElmwoodMicrohttpd"],
            path: "Sources/Libraries/CElmwoodRefusals"
        ),
        .target(name: "CElmwoodViewTree", path: "Sources/Libraries/CElmwoodViewTree"),
        .target(name: "ElmwoodCalendar", path: "Sources/Core/ElmwoodCalendar"),
        .target(name: "ElmwoodLanguages", dependencies: ["ElmwoodCalendar"], path: "Sources/Core/ElmwoodLanguages"),
        .target(name: "ElmwoodMessageText", path: "Sources/Core/ElmwoodMessageText"),
        .target(name: "ElmwoodFormData", path: "Sources/Core/ElmwoodFormData"),
        .target(name: "ElmwoodObservation", path: "Sources/Core/ElmwoodObservation"),
        .target(name: "ElmwoodMetrics", dependencies: ["ElmwoodObservation"], path: "Sources/Core/ElmwoodMetrics"),
        .target(name: "ElmwoodThreads", path: "Sources/Core/ElmwoodThreads"),
        .target(name: "ElmwoodSQLite", dependencies: ["CElmwoodSQLite"], path: "Sources/Core/ElmwoodSQLite"),
        .target(
            name: "ElmwoodSQL",
            dependencies: ["CElmwoodSQLite", "ElmwoodCalendar", "ElmwoodSQLite", "ElmwoodThreads"],
            path: "Sources/Products/ElmwoodSQL",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodSupervisor",
            dependencies: ["CElmwoodFaults"],
            path: "Sources/Core/ElmwoodSupervisor",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodStorage",
            dependencies: ["CElmwoodSodium", "CElmwoodSQLite", "ElmwoodSQLite"],
            path: "Sources/Core/ElmwoodStorage",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodPostgreSQL",
            dependencies: ["CElmwoodPostgreSQL", "ElmwoodSQL", "ElmwoodStorage", "ElmwoodThreads"],
            path: "Sources/Products/ElmwoodPostgreSQL",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodViewTree",
            dependencies: ["CElmwoodViewTree", "ElmwoodCalendar", "ElmwoodFormData", "ElmwoodMessageText"],
            path: "Sources/Core/ElmwoodViewTree",
            exclude: ["README.md"]
        ),
        .target(name: "ElmwoodSVG", dependencies: ["ElmwoodViewTree"], path: "Sources/Products/ElmwoodSVG"),
        .target(name: "ElmwoodPageTree", dependencies: ["ElmwoodViewTree"], path: "Sources/Testing/ElmwoodPageTree"),
        .target(
            name: "ElmwoodMarkdown",
            dependencies: ["CElmwoodMarkdown", "ElmwoodViewTree"],
            path: "Sources/Products/ElmwoodMarkdown",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodArchitecture",
            dependencies: ["ElmwoodCalendar", "ElmwoodFormData", "ElmwoodLanguages", "ElmwoodViewTree"],
            path: "Sources/Core/ElmwoodArchitecture"
        ),
        .target(
            name: "ElmwoodForms",
            dependencies: [
                "ElmwoodCalendar", "ElmwoodFormData", "ElmwoodLanguages", "ElmwoodMessageText", "ElmwoodViewTree",
            ],
            path: "Sources/Core/ElmwoodForms"
        ),
        .target(
            name: "ElmwoodHTTPServer",
            dependencies: [
                "CElmwoodFaults", "CElmwoodMicrohttpd", "CElmwoodRefusals", "CElmwoodZlib", "ElmwoodCalendar",
                "ElmwoodFormData",
            ],
            path: "Sources/Products/ElmwoodHTTPServer",
            exclude: ["README.md"]
        ),
        // Passwords, sealed values, limits of attempts, and mail: parts for accounts.
        .target(
            name: "ElmwoodAccounts",
            dependencies: ["CElmwoodSodium", "ElmwoodHTTPServer", "ElmwoodThreads"],
            path: "Sources/Products/ElmwoodAccounts",
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodSessions",
            dependencies: [
                "ElmwoodArchitecture", "CElmwoodLocks", "ElmwoodFormData", "ElmwoodForms", "ElmwoodLanguages",
                "ElmwoodMessageText", "ElmwoodObservation", "ElmwoodStorage", "ElmwoodSupervisor", "ElmwoodThreads",
                "ElmwoodViewTree",
            ],
            path: "Sources/Core/ElmwoodSessions",
            exclude: ["README.md"]
        ),
        // What `elmwood dev` and a site in development tell each other, and the watch on files that both need.
        .target(name: "ElmwoodDevelopment", path: "Sources/Tools/ElmwoodDevelopment", exclude: ["README.md"]),
        .target(
            name: "Elmwood",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodCalendar", "ElmwoodClientScript", "ElmwoodDevelopment",
                "ElmwoodEmbeddedFiles", "ElmwoodFormData", "ElmwoodForms", "ElmwoodHTTPServer", "ElmwoodLanguages",
                "ElmwoodMetrics", "ElmwoodObservation", "ElmwoodSessions", "ElmwoodStorage", "ElmwoodSupervisor",
                "ElmwoodThreads", "ElmwoodViewTree",
            ],
            path: "Sources/Products/Elmwood",
            exclude: [
                "README.md", "Admin/admin.css", "Development/development.css", "Development/development.js",
                "Development/notice.css",
            ]
        ),
        // Tools of development: what happened in a session, recorded, compared and shown.
        .target(
            name: "ElmwoodHistory",
            dependencies: [
                "Elmwood", "ElmwoodArchitecture", "ElmwoodEmbeddedFiles", "ElmwoodFormData", "ElmwoodHTTPServer",
                "ElmwoodMessageText", "ElmwoodObservation", "ElmwoodPageTree", "ElmwoodSessions", "ElmwoodStorage",
                "ElmwoodViewTree",
            ],
            path: "Sources/Tools/ElmwoodHistory",
            exclude: ["README.md", "Panel/panel.css", "Panel/foot.css"]
        ),
        // How tests access a running server: a blocking HTTP client, and browsers by the W3C's WebDriver.
        .target(name: "ElmwoodHTTPClient", path: "Sources/Testing/ElmwoodHTTPClient"),
        .target(
            name: "ElmwoodWebDriver",
            dependencies: ["ElmwoodHTTPClient"],
            path: "Sources/Testing/ElmwoodWebDriver"
        ),
        .target(
            name: "ElmwoodSessionTesting",
            dependencies: ["ElmwoodArchitecture", "ElmwoodSessions", "ElmwoodStorage", "ElmwoodViewTree"],
            path: "Sources/Testing/ElmwoodSessionTesting"
        ),
        .target(
            name: "ElmwoodTesting",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodClientScript", "Elmwood", "ElmwoodFormData", "ElmwoodForms",
                "ElmwoodHistory", "ElmwoodHTTPClient", "ElmwoodHTTPServer", "ElmwoodLanguages", "ElmwoodMessageText",
                "ElmwoodPageTree", "ElmwoodSessions", "ElmwoodSessionTesting", "ElmwoodStorage", "ElmwoodThreads",
                "ElmwoodViewTree", "ElmwoodWebDriver",
            ],
            path: "Sources/Testing/ElmwoodTesting",
            exclude: ["README.md"]
        ),

        // The command `elmwood`: begins a package, serves it while it is written, and examines the machine.
        .executableTarget(
            name: "ElmwoodCommand",
            dependencies: ["ElmwoodDevelopment"],
            path: "Sources/Tools/ElmwoodCommand",
            exclude: ["New", "README.md"]
        ),

        // The examples, those without and those with a database, and one executable that serves them all.
        .target(
            name: "ElmwoodExamplePrograms",
            dependencies: ["Elmwood", "ElmwoodSVG"],
            path: "Sources/Examples",
            exclude: ["Accounts", "Cluster", "Conduit", "Library", "Site"]
        ),
        .target(
            name: "ElmwoodDatabaseExamples",
            dependencies: ["Elmwood", "ElmwoodAccounts", "ElmwoodSQL"],
            path: "Sources/Examples",
            exclude: [
                "Board", "Chat", "Cluster", "Conduit", "Counter", "Poll", "Registration", "Report", "Search",
                "Site", "Stopwatch", "TodoMVC", "Whiteboard",
            ]
        ),
        .executableTarget(
            name: "ElmwoodExamples",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodDatabaseExamples", "ElmwoodExamplePrograms", "Elmwood", "ElmwoodSVG",
            ],
            path: "Sources/Examples/Site"
        ),

        .target(
            name: "ElmwoodTestSupport",
            dependencies: ["ElmwoodHTTPClient", "ElmwoodViewTree", "ElmwoodWebDriver"],
            path: "Tests/ElmwoodTestSupport"
        ),
        // What every database has to do, for the tests of each.
        .target(
            name: "ElmwoodSQLBehavior",
            dependencies: ["ElmwoodCalendar", "ElmwoodSQL", "ElmwoodTestSupport"],
            path: "Tests/ElmwoodSQLBehavior"
        ),
        .testTarget(name: "ElmwoodThreadsTests", dependencies: ["ElmwoodThreads"]),
        .testTarget(
            name: "ElmwoodSQLTests",
            dependencies: ["CElmwoodSQLite", "ElmwoodSQL", "ElmwoodSQLBehavior", "ElmwoodTestSupport"]
        ),
        .testTarget(
            name: "ElmwoodClientScriptTests",
            dependencies: ["CElmwoodZlib", "ElmwoodClientScript", "ElmwoodTestSupport"]
        ),
        .testTarget(
            name: "ElmwoodMarkdownTests",
            dependencies: ["CElmwoodViewTree", "ElmwoodMarkdown", "ElmwoodTestSupport", "ElmwoodViewTree"]
        ),
        .testTarget(name: "ElmwoodCalendarTests", dependencies: ["ElmwoodCalendar"]),
        .testTarget(name: "ElmwoodLanguagesTests", dependencies: ["ElmwoodCalendar", "ElmwoodLanguages"]),
        .testTarget(name: "ElmwoodMessageTextTests", dependencies: ["ElmwoodMessageText"]),
        .testTarget(name: "ElmwoodMetricsTests", dependencies: ["ElmwoodMetrics", "ElmwoodObservation"]),
        .testTarget(name: "ElmwoodFormDataTests", dependencies: ["ElmwoodFormData", "ElmwoodTestSupport"]),
        .testTarget(
            name: "ElmwoodPageTreeTests",
            dependencies: ["ElmwoodPageTree", "ElmwoodSVG", "ElmwoodTestSupport"]
        ),
        .testTarget(
            name: "ElmwoodViewTreeTests",
            dependencies: ["ElmwoodSVG", "ElmwoodTestSupport", "ElmwoodViewTree"]
        ),
        .testTarget(
            name: "ElmwoodArchitectureTests",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodFormData", "ElmwoodLanguages", "ElmwoodMessageText", "ElmwoodViewTree",
            ]
        ),
        .testTarget(
            name: "ElmwoodFormsTests",
            dependencies: [
                "ElmwoodCalendar", "ElmwoodFormData", "ElmwoodForms", "ElmwoodLanguages", "ElmwoodMessageText",
                "ElmwoodTestSupport", "ElmwoodViewTree",
            ]
        ),
        .testTarget(
            name: "ElmwoodHistoryTests",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodHistory", "ElmwoodMessageText", "ElmwoodSessions", "ElmwoodTestSupport",
            ]
        ),
        .testTarget(name: "ElmwoodHTTPClientTests", dependencies: ["ElmwoodHTTPClient", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodWebDriverTests", dependencies: ["ElmwoodTestSupport", "ElmwoodWebDriver"]),
        .testTarget(
            name: "ElmwoodAccountsTests",
            dependencies: ["ElmwoodAccounts", "ElmwoodHTTPServer", "ElmwoodTestSupport"]
        ),
        .testTarget(
            name: "ElmwoodHTTPServerTests",
            dependencies: ["CElmwoodZlib", "ElmwoodHTTPServer", "ElmwoodTestSupport"]
        ),
        // Programs that record what arrives, and the sites of them: one for a single machine, and a node of a cluster.
        .target(name: "ElmwoodRecordPrograms", dependencies: ["Elmwood"], path: "Tests/ElmwoodRecordPrograms"),
        .executableTarget(
            name: "ElmwoodRecordServer",
            dependencies: ["Elmwood", "ElmwoodRecordPrograms"],
            path: "Tests/ElmwoodRecordServer"
        ),
        .testTarget(
            name: "ElmwoodSupervisorTests",
            dependencies: [
                "ElmwoodExamples", "ElmwoodHTTPClient", "ElmwoodRecordServer", "ElmwoodStorage", "ElmwoodSupervisor",
                "ElmwoodTestSupport",
            ]
        ),
        .testTarget(
            name: "ElmwoodStorageTests",
            dependencies: ["CElmwoodSQLite", "ElmwoodStorage", "ElmwoodTestSupport", "ElmwoodTesting"]
        ),
        .testTarget(
            name: "ElmwoodSessionsTests",
            dependencies: [
                "CElmwoodFaults", "CElmwoodSQLite", "ElmwoodMessageText", "ElmwoodSQLite", "ElmwoodSessions",
                "ElmwoodSessionTesting", "ElmwoodStorage", "ElmwoodSupervisor", "ElmwoodTestSupport",
            ]
        ),
        // The simulation: several processes of a site over one store, in one thread and from a seed.
        .target(
            name: "ElmwoodSimulation",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodFormData", "ElmwoodForms", "ElmwoodSessions", "ElmwoodSessionTesting",
                "ElmwoodStorage", "ElmwoodViewTree",
            ],
            path: "Tests/ElmwoodSimulation",
            exclude: ["README.md"]
        ),
        .executableTarget(name: "ElmwoodSimulate", dependencies: ["ElmwoodSimulation"], path: "Tests/ElmwoodSimulate"),
        .testTarget(name: "ElmwoodSimulationTests", dependencies: ["ElmwoodSimulation"]),
        .testTarget(
            name: "ElmwoodTests",
            dependencies: [
                "CElmwoodZlib", "ElmwoodExamplePrograms", "Elmwood", "ElmwoodAccounts", "ElmwoodDevelopment",
                "ElmwoodHistory", "ElmwoodSessionTesting", "ElmwoodSQL", "ElmwoodTestSupport",
            ]
        ),
        .testTarget(
            name: "ElmwoodTestingTests",
            dependencies: ["ElmwoodExamplePrograms", "ElmwoodTesting", "ElmwoodTestSupport", "ElmwoodHistory"],
            exclude: ["Snapshots", "TodoMVC-history.json"]
        ),
        .testTarget(name: "ElmwoodDevelopmentTests", dependencies: ["ElmwoodDevelopment", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodCommandTests", dependencies: ["ElmwoodCommand", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodSeedTests", dependencies: ["ElmwoodTestSupport", "ElmwoodTesting"]),
        .testTarget(
            name: "ElmwoodExampleTests",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodDatabaseExamples", "ElmwoodExamplePrograms",
                "ElmwoodHTTPClient", "ElmwoodHTTPServer", "ElmwoodSQL", "ElmwoodTestSupport", "ElmwoodTesting",
                "ElmwoodExamples",
            ],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "ElmwoodBrowserTests",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodDatabaseExamples", "ElmwoodExamplePrograms",
                "Elmwood", "ElmwoodDevelopment", "ElmwoodExamples", "ElmwoodSVG", "ElmwoodTesting", "ElmwoodHistory",
                "ElmwoodPageTree", "ElmwoodSessionTesting", "ElmwoodTestSupport", "ElmwoodViewTree",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What few builds need, and all would pay for. `./dev` names what a command needs in ELMWOOD_TARGETS, separated by commas: the package,
// its build folder and what has been built in it stay the same.
let asked = Context.environment["ELMWOOD_TARGETS", default: ""].split(separator: ",")

if asked.contains("benchmarks") {
    package.targets += [
        // The benchmarks: the harness, and the servers that it compares.
        .target(
            name: "ElmwoodBenchmarkPrograms",
            dependencies: ["ElmwoodExamplePrograms", "Elmwood", "ElmwoodSQL"],
            path: "Sources/Benchmarks/BenchmarkPrograms"
        ),
        .executableTarget(
            name: "ElmwoodBenchmarks",
            dependencies: [
                "CElmwoodZlib", "ElmwoodArchitecture", "ElmwoodBenchmarkPrograms", "ElmwoodMessageText",
                "ElmwoodStorage", "ElmwoodViewTree",
            ],
            path: "Sources/Benchmarks/Harness"
        ),
        .executableTarget(
            name: "ElmwoodBenchmarkServer",
            dependencies: ["ElmwoodBenchmarkPrograms", "Elmwood"],
            path: "Sources/Benchmarks/BenchmarkServer"
        ),
        .executableTarget(
            name: "ElmwoodBenchmarkNode",
            dependencies: ["ElmwoodBenchmarkPrograms", "Elmwood", "ElmwoodPostgreSQL"],
            path: "Sources/Benchmarks/BenchmarkNode"
        ),
        .executableTarget(
            name: "ElmwoodBareServer",
            dependencies: ["CElmwoodMicrohttpd"],
            path: "Sources/Benchmarks/BareServer"
        ),
        // Doubles each input of a site, and fails where the cost grows faster.
        .executableTarget(
            name: "ElmwoodGrowth",
            dependencies: [
                "Elmwood", "ElmwoodAccounts", "ElmwoodClientScript", "ElmwoodFormData", "ElmwoodHTTPServer",
                "ElmwoodHistory", "ElmwoodLanguages", "ElmwoodMarkdown", "ElmwoodMessageText",
            ],
            path: "Tests/ElmwoodGrowth",
            exclude: ["README.md"]
        ),
    ]
}

// The tests that `./dev test` leaves out, as `Tests/left-out` has them. They would take a tenth of the time in which tests are compiled.
if !asked.contains("left-out") {
    let targets = [
        "ElmwoodBrowserTests", "ElmwoodCommandTests", "ElmwoodExampleTests", "ElmwoodHistoryTests",
        "ElmwoodSupervisorTests", "ElmwoodTests",
    ]
    for target in package.targets where targets.contains(target.name) { target.exclude.append("LeftOut") }
}

// The examples have their histories while they are developed. In release these would be a tenth of the build, and nobody sees them.
if asked.contains("history") {
    for target in package.targets where target.name == "ElmwoodExamples" {
        target.dependencies.append("ElmwoodHistory")
        target.swiftSettings = [.define("HISTORY")]
    }
}

// The examples and tests that need PostgreSQL: its library, or a server.
if asked.contains("postgresql") {
    package.products += [
        .executable(name: "conduit", targets: ["ElmwoodConduitExample"]),
        .executable(name: "cluster-examples", targets: ["ElmwoodClusterExamples"]),
    ]
    package.targets += [
        // A whole site by itself.
        .executableTarget(
            name: "ElmwoodConduitExample",
            dependencies: [
                "Elmwood", "ElmwoodAccounts", "ElmwoodHistory", "ElmwoodMarkdown", "ElmwoodPostgreSQL", "ElmwoodSQL",
            ],
            path: "Sources/Examples/Conduit"
        ),
        // A site of examples whose sessions are in PostgreSQL, for several nodes.
        .executableTarget(
            name: "ElmwoodClusterExamples",
            dependencies: ["ElmwoodExamplePrograms", "Elmwood", "ElmwoodPostgreSQL"],
            path: "Sources/Examples/Cluster"
        ),
        // PostgreSQL servers for tests, and proxies before them.
        .target(
            name: "ElmwoodPostgreSQLTestSupport",
            dependencies: ["ElmwoodPostgreSQL", "ElmwoodSQLBehavior", "ElmwoodTestSupport"],
            path: "Tests/ElmwoodPostgreSQLTestSupport"
        ),
        .testTarget(
            name: "ElmwoodPostgreSQLTests",
            dependencies: [
                "ElmwoodCalendar", "ElmwoodPostgreSQL", "ElmwoodPostgreSQLTestSupport", "ElmwoodSQLBehavior",
                "ElmwoodStorage",
                "ElmwoodTestSupport", "ElmwoodTesting",
            ]
        ),
        .executableTarget(
            name: "ElmwoodClusterServer",
            dependencies: ["Elmwood", "ElmwoodPostgreSQL", "ElmwoodRecordPrograms"],
            path: "Tests/ElmwoodClusterServer"
        ),
        .testTarget(
            name: "ElmwoodClusterTests",
            dependencies: [
                "ElmwoodClusterServer", "ElmwoodHTTPClient", "ElmwoodPostgreSQLTestSupport", "ElmwoodTestSupport",
            ]
        ),
        .testTarget(
            name: "ElmwoodConduitTests",
            dependencies: [
                "Elmwood", "ElmwoodAccounts", "ElmwoodConduitExample", "ElmwoodHTTPClient", "ElmwoodHTTPServer",
                "ElmwoodPostgreSQLTestSupport", "ElmwoodSQL", "ElmwoodTesting", "ElmwoodTestSupport",
            ]
        ),
    ]
}

// A test runner of some test targets is built in a fraction of the time: `./dev test ElmwoodSessionsTests`.
if let tests = Context.environment["ELMWOOD_TESTS"]?.split(separator: ",").map(String.init), !tests.isEmpty {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}
