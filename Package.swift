// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "elmwood",
    products: [
        .library(name: "Elmwood", targets: ["Elmwood"]),
        .library(name: "ElmwoodTesting", targets: ["ElmwoodTesting"]),
        .library(name: "HTTPServer", targets: ["HTTPServer"]),
        .executable(name: "examples", targets: ["Examples"]),
    ],
    targets: [
        // The rooms, lowest first: a room imports only rooms above it in this list.
        .systemLibrary(
            name: "CMicrohttpd",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "ClientScript",
            dependencies: ["CZlib"],
            resources: ["tree", "fields", "events", "connection", "navigation", "start"].map {
                .embedInCode("\($0).js")
            }
        ),
        .target(name: "CFaults"),
        .target(name: "CLocks"),
        .target(name: "CViewTree"),
        .target(name: "MessageText"),
        .target(name: "FormData"),
        .target(name: "Supervisor", dependencies: ["CFaults"], exclude: ["README.md"]),
        .target(name: "Storage", dependencies: ["CSQLite"], exclude: ["README.md"]),
        .target(name: "ViewTree", dependencies: ["CViewTree", "MessageText"], exclude: ["README.md"]),
        .target(name: "Architecture", dependencies: ["ViewTree"]),
        .target(name: "History", dependencies: ["Architecture", "MessageText"], exclude: ["README.md"]),
        .target(name: "Forms", dependencies: ["FormData", "MessageText", "ViewTree"]),
        .target(name: "HTTPServer", dependencies: ["CMicrohttpd", "FormData"], exclude: ["README.md"]),
        .target(
            name: "Sessions",
            dependencies: [
                "Architecture", "CLocks", "FormData", "Forms", "MessageText", "Storage", "Supervisor", "ViewTree",
            ],
            exclude: ["README.md"]
        ),
        .target(
            name: "Elmwood",
            dependencies: [
                "Architecture", "ClientScript", "FormData", "Forms", "History", "HTTPServer", "Sessions", "Storage",
                "Supervisor", "ViewTree",
            ],
            exclude: ["README.md"],
            resources: [.embedInCode("History/panel.css"), .embedInCode("History/foot.css")]
        ),
        // What tests reach a running server with: a blocking HTTP client, and browsers by the W3C's WebDriver.
        .target(name: "HTTPClient"),
        .target(name: "WebDriver", dependencies: ["HTTPClient"]),
        .target(
            name: "ElmwoodTesting",
            dependencies: [
                "Architecture", "ClientScript", "Elmwood", "FormData", "Forms", "History", "HTTPClient", "HTTPServer",
                "MessageText", "Sessions", "Storage", "ViewTree", "WebDriver",
            ],
            exclude: ["README.md"]
        ),

        // The examples: a library each, and one executable that serves them all.
        .target(name: "ChatExample", dependencies: ["Elmwood"], path: "Sources/Examples/Chat"),
        .target(name: "CounterExample", dependencies: ["Elmwood"], path: "Sources/Examples/Counter"),
        .target(name: "RegistrationExample", dependencies: ["Elmwood"], path: "Sources/Examples/Registration"),
        .target(name: "SearchExample", dependencies: ["Elmwood"], path: "Sources/Examples/Search"),
        .target(name: "StopwatchExample", dependencies: ["Elmwood"], path: "Sources/Examples/Stopwatch"),
        .target(name: "TodoMVCExample", dependencies: ["Elmwood"], path: "Sources/Examples/TodoMVC"),
        .executableTarget(
            name: "Examples",
            dependencies: [
                "ChatExample", "CounterExample", "Elmwood", "RegistrationExample", "SearchExample", "StopwatchExample",
                "TodoMVCExample",
            ],
            path: "Sources/Examples/Site"
        ),

        // The benchmarks: the harness, and the two servers that it compares.
        .target(name: "BenchmarkPrograms", dependencies: ["Elmwood"], path: "Sources/Benchmarks/BenchmarkPrograms"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Architecture", "BenchmarkPrograms", "MessageText", "Storage", "ViewTree"],
            path: "Sources/Benchmarks/Harness"
        ),
        .executableTarget(
            name: "BenchmarkServer",
            dependencies: ["BenchmarkPrograms", "Elmwood"],
            path: "Sources/Benchmarks/BenchmarkServer"
        ),
        .executableTarget(name: "BareServer", dependencies: ["CMicrohttpd"], path: "Sources/Benchmarks/BareServer"),

        .target(name: "TestSupport", dependencies: ["HTTPClient", "ViewTree", "WebDriver"], path: "Tests/TestSupport"),
        .testTarget(name: "ClientScriptTests", dependencies: ["ClientScript"]),
        .testTarget(name: "MessageTextTests", dependencies: ["MessageText"]),
        .testTarget(name: "FormDataTests", dependencies: ["FormData", "TestSupport"]),
        .testTarget(name: "ViewTreeTests", dependencies: ["TestSupport", "ViewTree"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["Architecture", "MessageText"]),
        .testTarget(name: "FormsTests", dependencies: ["FormData", "Forms", "MessageText", "ViewTree"]),
        .testTarget(name: "HistoryTests", dependencies: ["Architecture", "History", "MessageText", "TestSupport"]),
        .testTarget(name: "HTTPClientTests", dependencies: ["HTTPClient", "TestSupport"]),
        .testTarget(name: "WebDriverTests", dependencies: ["TestSupport", "WebDriver"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport"]),
        .executableTarget(name: "RecordServer", dependencies: ["Elmwood"], path: "Tests/RecordServer"),
        .testTarget(
            name: "SupervisorTests",
            dependencies: ["Examples", "HTTPClient", "RecordServer", "Storage", "Supervisor", "TestSupport"]
        ),
        .testTarget(name: "StorageTests", dependencies: ["CSQLite", "Storage"]),
        .testTarget(
            name: "SessionsTests",
            dependencies: ["CFaults", "MessageText", "Sessions", "Storage", "Supervisor", "TestSupport"]
        ),
        // Several processes of a site over one store, in one thread and from a seed.
        .target(
            name: "Simulation",
            dependencies: ["Architecture", "FormData", "Forms", "Sessions", "Storage", "ViewTree"],
            path: "Tests/Simulation",
            exclude: ["README.md"]
        ),
        .executableTarget(name: "Simulate", dependencies: ["Simulation"], path: "Tests/Simulate"),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation"]),
        .testTarget(
            name: "ElmwoodTests",
            dependencies: [
                "ChatExample", "CounterExample", "Elmwood", "History", "RegistrationExample", "SearchExample",
                "StopwatchExample", "TestSupport", "TodoMVCExample",
            ]
        ),
        .testTarget(
            name: "ElmwoodTestingTests",
            dependencies: [
                "ChatExample", "CounterExample", "ElmwoodTesting", "History", "RegistrationExample", "SearchExample",
                "StopwatchExample", "TodoMVCExample",
            ],
            exclude: ["Snapshots", "TodoMVC-history.json"]
        ),
        .testTarget(name: "SeedTests", dependencies: ["ElmwoodTesting"]),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "ChatExample", "CounterExample", "ElmwoodTesting", "Examples", "RegistrationExample", "SearchExample",
                "StopwatchExample", "TodoMVCExample",
            ],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "ChatExample", "ClientScript", "CounterExample", "Elmwood", "ElmwoodTesting", "History",
                "RegistrationExample", "SearchExample", "StopwatchExample", "TestSupport", "TodoMVCExample", "ViewTree",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
