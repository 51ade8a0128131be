// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "elmwood",
    products: [
        .library(name: "Elmwood", targets: ["Elmwood"]),
        .library(name: "ElmwoodTesting", targets: ["ElmwoodTesting"]),
        .library(name: "ElmwoodAccounts", targets: ["ElmwoodAccounts"]),
        .library(name: "ElmwoodHTTPServer", targets: ["ElmwoodHTTPServer"]),
        .library(name: "ElmwoodMarkdown", targets: ["ElmwoodMarkdown"]),
        .library(name: "ElmwoodPostgreSQL", targets: ["ElmwoodPostgreSQL"]),
        .library(name: "ElmwoodSQL", targets: ["ElmwoodSQL"]),
        .executable(name: "elmwood", targets: ["ElmwoodCommand"]),
        .executable(name: "examples", targets: ["ElmwoodExamples"]),
        .executable(name: "conduit", targets: ["ElmwoodConduitExample"]),
        .executable(name: "cluster-examples", targets: ["ElmwoodClusterExamples"]),
    ],
    targets: [
        // The modules, lowest first: a module imports only modules above it in this list.
        .systemLibrary(
            name: "CElmwoodMarkdown",
            pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]
        ),
        .systemLibrary(
            name: "CElmwoodMicrohttpd",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(name: "CElmwoodPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CElmwoodSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CElmwoodSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CElmwoodZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "ElmwoodClientScript",
            dependencies: ["CElmwoodZlib"],
            resources: [.embedInCode("client.js"), .embedInCode("client.js.gz")]
        ),
        .target(name: "CElmwoodFaults"),
        .target(name: "CElmwoodLocks"),
        .target(name: "CElmwoodRefusals", dependencies: ["CElmwoodMicrohttpd"]),
        .target(name: "CElmwoodViewTree"),
        .target(name: "ElmwoodLanguages"),
        .target(name: "ElmwoodMessageText"),
        .target(name: "ElmwoodFormData"),
        .target(name: "ElmwoodObservation"),
        .target(name: "ElmwoodMetrics", dependencies: ["ElmwoodObservation"]),
        .target(name: "ElmwoodThreads"),
        .target(name: "ElmwoodSQL", dependencies: ["CElmwoodSQLite", "ElmwoodThreads"], exclude: ["README.md"]),
        .target(name: "ElmwoodSupervisor", dependencies: ["CElmwoodFaults"], exclude: ["README.md"]),
        .target(
            name: "ElmwoodStorage",
            dependencies: ["CElmwoodSodium", "CElmwoodSQLite"],
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodPostgreSQL",
            dependencies: ["CElmwoodPostgreSQL", "ElmwoodSQL", "ElmwoodStorage", "ElmwoodThreads"],
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodViewTree",
            dependencies: ["CElmwoodViewTree", "ElmwoodMessageText"],
            exclude: ["README.md"]
        ),
        .target(name: "ElmwoodPageTree", dependencies: ["ElmwoodViewTree"]),
        .target(
            name: "ElmwoodMarkdown",
            dependencies: ["CElmwoodMarkdown", "ElmwoodViewTree"],
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodArchitecture",
            dependencies: ["ElmwoodFormData", "ElmwoodLanguages", "ElmwoodViewTree"]
        ),
        .target(
            name: "ElmwoodForms",
            dependencies: ["ElmwoodFormData", "ElmwoodLanguages", "ElmwoodMessageText", "ElmwoodViewTree"]
        ),
        .target(
            name: "ElmwoodHTTPServer",
            dependencies: ["CElmwoodMicrohttpd", "CElmwoodRefusals", "CElmwoodZlib", "ElmwoodFormData"],
            exclude: ["README.md"]
        ),
        // Passwords, sealed values, limits of attempts, and mail: parts for accounts.
        .target(
            name: "ElmwoodAccounts",
            dependencies: ["CElmwoodSodium", "ElmwoodHTTPServer", "ElmwoodThreads"],
            exclude: ["README.md"]
        ),
        .target(
            name: "ElmwoodSessions",
            dependencies: [
                "ElmwoodArchitecture", "CElmwoodLocks", "ElmwoodFormData", "ElmwoodForms", "ElmwoodLanguages",
                "ElmwoodMessageText", "ElmwoodObservation", "ElmwoodStorage", "ElmwoodSupervisor", "ElmwoodThreads",
                "ElmwoodViewTree",
            ],
            exclude: ["README.md"]
        ),
        // Tools of development: what happened in a session, recorded, compared and shown.
        .target(
            name: "ElmwoodHistory",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodFormData", "ElmwoodMessageText", "ElmwoodObservation",
                "ElmwoodPageTree", "ElmwoodSessions", "ElmwoodStorage", "ElmwoodViewTree",
            ],
            exclude: ["README.md"],
            resources: [.embedInCode("Panel/panel.css"), .embedInCode("Panel/foot.css")]
        ),
        // What `elmwood dev` and a site in development tell each other, and the watch on files that both need.
        .target(name: "ElmwoodDevelopment", exclude: ["README.md"]),
        .target(
            name: "Elmwood",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodClientScript", "ElmwoodDevelopment", "ElmwoodFormData", "ElmwoodForms",
                "ElmwoodHistory", "ElmwoodHTTPServer", "ElmwoodLanguages", "ElmwoodMetrics", "ElmwoodObservation",
                "ElmwoodSessions", "ElmwoodStorage", "ElmwoodSupervisor", "ElmwoodThreads", "ElmwoodViewTree",
            ],
            exclude: ["README.md"],
            resources: [
                .embedInCode("Admin/admin.css"), .embedInCode("Development/development.css"),
                .embedInCode("Development/development.js"), .embedInCode("Development/notice.css"),
            ]
        ),
        // How tests access a running server: a blocking HTTP client, and browsers by the W3C's WebDriver.
        .target(name: "ElmwoodHTTPClient"),
        // The client script's sources, and the tool that makes `client.js` of them.
        .target(
            name: "ElmwoodScriptSource",
            dependencies: ["ElmwoodClientScript"],
            resources: ["tree", "fields", "events", "connection", "navigation", "start"].map {
                .embedInCode("\($0).js")
            }
        ),
        .executableTarget(name: "ElmwoodScriptTool", dependencies: ["ElmwoodScriptSource"]),
        .target(name: "ElmwoodWebDriver", dependencies: ["ElmwoodHTTPClient"]),
        .target(
            name: "ElmwoodTesting",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodClientScript", "Elmwood", "ElmwoodFormData", "ElmwoodForms",
                "ElmwoodHistory", "ElmwoodHTTPClient", "ElmwoodHTTPServer", "ElmwoodLanguages",
                "ElmwoodMessageText", "ElmwoodPageTree", "ElmwoodScriptSource", "ElmwoodSessions", "ElmwoodStorage",
                "ElmwoodThreads", "ElmwoodViewTree", "ElmwoodWebDriver",
            ],
            exclude: ["README.md"]
        ),

        // The command `elmwood`: begins a package, serves it while it is written, and examines the machine.
        .executableTarget(
            name: "ElmwoodCommand",
            dependencies: ["ElmwoodDevelopment"],
            exclude: ["README.md"],
            resources: [.embedInCode("New/Template")]
        ),

        // The examples: a library each, and one executable that serves them all.
        .target(
            name: "ElmwoodAccountsExample",
            dependencies: ["Elmwood", "ElmwoodAccounts", "ElmwoodSQL"],
            path: "Sources/Examples/Accounts"
        ),
        .target(name: "ElmwoodBoardExample", dependencies: ["Elmwood"], path: "Sources/Examples/Board"),
        .target(name: "ElmwoodChatExample", dependencies: ["Elmwood"], path: "Sources/Examples/Chat"),
        .target(name: "ElmwoodCounterExample", dependencies: ["Elmwood"], path: "Sources/Examples/Counter"),
        .target(
            name: "ElmwoodLibraryExample",
            dependencies: ["Elmwood", "ElmwoodSQL"],
            path: "Sources/Examples/Library"
        ),
        .target(name: "ElmwoodPollExample", dependencies: ["Elmwood"], path: "Sources/Examples/Poll"),
        .target(name: "ElmwoodRegistrationExample", dependencies: ["Elmwood"], path: "Sources/Examples/Registration"),
        .target(name: "ElmwoodSearchExample", dependencies: ["Elmwood"], path: "Sources/Examples/Search"),
        .target(name: "ElmwoodStopwatchExample", dependencies: ["Elmwood"], path: "Sources/Examples/Stopwatch"),
        .target(name: "ElmwoodTodoMVCExample", dependencies: ["Elmwood"], path: "Sources/Examples/TodoMVC"),
        .executableTarget(
            name: "ElmwoodExamples",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodAccountsExample", "ElmwoodBoardExample", "ElmwoodChatExample",
                "ElmwoodCounterExample", "Elmwood", "ElmwoodLibraryExample", "ElmwoodPollExample",
                "ElmwoodRegistrationExample", "ElmwoodSearchExample", "ElmwoodStopwatchExample",
                "ElmwoodTodoMVCExample",
            ],
            path: "Sources/Examples/Site"
        ),
        // A whole site by itself.
        .executableTarget(
            name: "ElmwoodConduitExample",
            dependencies: ["Elmwood", "ElmwoodAccounts", "ElmwoodMarkdown", "ElmwoodPostgreSQL", "ElmwoodSQL"],
            path: "Sources/Examples/Conduit"
        ),
        // A site of examples whose sessions are in PostgreSQL, for several nodes.
        .executableTarget(
            name: "ElmwoodClusterExamples",
            dependencies: [
                "ElmwoodBoardExample", "ElmwoodChatExample", "ElmwoodCounterExample",
                "Elmwood", "ElmwoodPollExample", "ElmwoodPostgreSQL", "ElmwoodStopwatchExample",
                "ElmwoodTodoMVCExample",
            ],
            path: "Sources/Examples/Cluster"
        ),

        // The benchmarks: the harness, and the servers that it compares.
        .target(
            name: "ElmwoodBenchmarkPrograms",
            dependencies: ["ElmwoodChatExample", "Elmwood", "ElmwoodSQL"],
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

        .target(
            name: "ElmwoodTestSupport",
            dependencies: ["ElmwoodHTTPClient", "ElmwoodViewTree", "ElmwoodWebDriver"],
            path: "Tests/ElmwoodTestSupport"
        ),
        // What every database has to do, for the tests of each.
        .target(
            name: "ElmwoodSQLBehavior",
            dependencies: ["ElmwoodSQL", "ElmwoodTestSupport"],
            path: "Tests/ElmwoodSQLBehavior"
        ),
        .testTarget(name: "ElmwoodThreadsTests", dependencies: ["ElmwoodThreads"]),
        .testTarget(
            name: "ElmwoodSQLTests",
            dependencies: ["CElmwoodSQLite", "ElmwoodSQL", "ElmwoodSQLBehavior", "ElmwoodTestSupport"]
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
                "ElmwoodPostgreSQL", "ElmwoodPostgreSQLTestSupport", "ElmwoodSQLBehavior", "ElmwoodStorage",
                "ElmwoodTestSupport", "ElmwoodTesting",
            ]
        ),
        .testTarget(
            name: "ElmwoodScriptSourceTests",
            dependencies: ["CElmwoodZlib", "ElmwoodClientScript", "ElmwoodScriptSource"]
        ),
        .testTarget(
            name: "ElmwoodMarkdownTests",
            dependencies: ["ElmwoodMarkdown", "ElmwoodTestSupport", "ElmwoodViewTree"]
        ),
        .testTarget(name: "ElmwoodLanguagesTests", dependencies: ["ElmwoodLanguages"]),
        .testTarget(name: "ElmwoodMessageTextTests", dependencies: ["ElmwoodMessageText"]),
        .testTarget(name: "ElmwoodMetricsTests", dependencies: ["ElmwoodMetrics", "ElmwoodObservation"]),
        .testTarget(name: "ElmwoodFormDataTests", dependencies: ["ElmwoodFormData", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodPageTreeTests", dependencies: ["ElmwoodPageTree", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodViewTreeTests", dependencies: ["ElmwoodTestSupport", "ElmwoodViewTree"]),
        .testTarget(
            name: "ElmwoodArchitectureTests",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodFormData", "ElmwoodLanguages", "ElmwoodMessageText", "ElmwoodViewTree",
            ]
        ),
        .testTarget(
            name: "ElmwoodFormsTests",
            dependencies: [
                "ElmwoodFormData", "ElmwoodForms", "ElmwoodLanguages", "ElmwoodMessageText", "ElmwoodViewTree",
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
                "CElmwoodFaults", "ElmwoodMessageText", "ElmwoodSessions", "ElmwoodStorage", "ElmwoodSupervisor",
                "ElmwoodTestSupport",
            ]
        ),
        // The simulation: several processes of a site over one store, in one thread and from a seed.
        .target(
            name: "ElmwoodSimulation",
            dependencies: [
                "ElmwoodArchitecture", "ElmwoodFormData", "ElmwoodForms", "ElmwoodSessions", "ElmwoodStorage",
                "ElmwoodViewTree",
            ],
            path: "Tests/ElmwoodSimulation",
            exclude: ["README.md"]
        ),
        .executableTarget(name: "ElmwoodSimulate", dependencies: ["ElmwoodSimulation"], path: "Tests/ElmwoodSimulate"),
        .testTarget(name: "ElmwoodSimulationTests", dependencies: ["ElmwoodSimulation"]),
        .testTarget(
            name: "ElmwoodTests",
            dependencies: [
                "CElmwoodZlib", "ElmwoodBoardExample", "ElmwoodChatExample", "ElmwoodCounterExample",
                "Elmwood", "ElmwoodDevelopment", "ElmwoodHistory",
                "ElmwoodRegistrationExample", "ElmwoodSearchExample", "ElmwoodSQL",
                "ElmwoodStopwatchExample", "ElmwoodTestSupport", "ElmwoodTodoMVCExample",
            ]
        ),
        .testTarget(
            name: "ElmwoodTestingTests",
            dependencies: [
                "ElmwoodBoardExample", "ElmwoodChatExample", "ElmwoodCounterExample",
                "ElmwoodTesting", "ElmwoodHistory",
                "ElmwoodRegistrationExample", "ElmwoodSearchExample",
                "ElmwoodStopwatchExample", "ElmwoodTodoMVCExample",
            ],
            exclude: ["Snapshots", "TodoMVC-history.json"]
        ),
        .testTarget(name: "ElmwoodDevelopmentTests", dependencies: ["ElmwoodDevelopment", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodCommandTests", dependencies: ["ElmwoodCommand", "ElmwoodTestSupport"]),
        .testTarget(name: "ElmwoodSeedTests", dependencies: ["ElmwoodTesting"]),
        .testTarget(
            name: "ElmwoodExampleTests",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodAccountsExample", "ElmwoodBoardExample", "ElmwoodChatExample",
                "ElmwoodConduitExample", "ElmwoodCounterExample", "ElmwoodHTTPClient", "ElmwoodHTTPServer",
                "ElmwoodSQL", "ElmwoodTestSupport", "ElmwoodTesting", "ElmwoodExamples",
                "ElmwoodLibraryExample", "ElmwoodPollExample", "ElmwoodPostgreSQLTestSupport",
                "ElmwoodRegistrationExample", "ElmwoodSearchExample",
                "ElmwoodStopwatchExample", "ElmwoodTodoMVCExample",
            ],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "ElmwoodBrowserTests",
            dependencies: [
                "ElmwoodAccounts", "ElmwoodAccountsExample", "ElmwoodBoardExample", "ElmwoodChatExample",
                "ElmwoodConduitExample", "ElmwoodCounterExample",
                "Elmwood", "ElmwoodDevelopment", "ElmwoodExamples", "ElmwoodTesting",
                "ElmwoodHistory", "ElmwoodLibraryExample", "ElmwoodPageTree", "ElmwoodPollExample",
                "ElmwoodRegistrationExample", "ElmwoodSearchExample", "ElmwoodScriptSource", "ElmwoodStopwatchExample",
                "ElmwoodTestSupport", "ElmwoodTodoMVCExample", "ElmwoodViewTree",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
