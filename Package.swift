// swift-tools-version: 6.2

import PackageDescription

/// Swift 6 with all compile-time checks enabled.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Links SQLite and the C++ library, which only the Swift runtime needs, statically into a release.
/// Most of the loader's work at a start was to resolve their symbols.
///
/// The target's folder contains linker scripts, which the linker finds before the libraries.
func ownLibraries(_ target: String) -> LinkerSetting {
    .unsafeFlags(
        ["-L", Context.packageDirectory + "/Sources/" + target + "/Static"],
        .when(platforms: [.linux], configuration: .release))
}

/// The targets. A target may import only what it lists; scripts/check rejects imports of what a
/// dependency brings along.
let package = Package(
    name: "toodoo",
    // For the client library; the server is for Linux.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "toodoo", targets: ["toodoo"]),
        .executable(name: "todo", targets: ["todo"]),
        .library(name: "ToDoClient", targets: ["ToDoClient"]),
        .library(name: "ToDoClientTestSupport", targets: ["ToDoClientTestSupport"]),
    ],
    targets: [
        // Without I/O: bytes and messages; the domain.
        .target(name: "HTTP", swiftSettings: strict),
        .target(name: "Items", swiftSettings: strict),
        // Other programs' files as items, and items as a calendar.
        .target(name: "Exchange", dependencies: ["Items"], swiftSettings: strict),
        .target(name: "Accounts", dependencies: ["CCrypt", "Items"], swiftSettings: strict),
        .target(name: "Telemetry", swiftSettings: strict),
        // The word that a misspelt one was meant to be.
        .target(name: "Spelling", swiftSettings: strict),

        // The files of web/, compressed, and openapi.yaml with its JSON and its page, as data of the
        // program.
        .target(
            name: "CEmbedded", exclude: ["openapi.json", "reference.html"],
            cSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-gdwarf-4"])]),

        // C libraries, and the safe interface to SQLite.
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CPostgres"),
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "CSQLiteVFS",
            // Debian's valgrind, which scripts/bench uses, reads no newer DWARF.
            cSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-gdwarf-4"])],
            linkerSettings: [ownLibraries("CSQLite"), .linkedLibrary("sqlite3")]),
        .target(
            name: "SQLite", dependencies: ["CSQLiteVFS", "CSQLite"], swiftSettings: strict),
        .target(
            name: "COpenSSL",
            cSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-gdwarf-4"])]),
        .target(
            name: "PostgreSQL", dependencies: ["CPostgres", "Telemetry"], swiftSettings: strict),

        // Server, storage, API.
        .target(
            name: "HTTPServer", dependencies: ["HTTP", "CLinux", "Telemetry"],
            swiftSettings: strict),
        .target(
            name: "Storage", dependencies: ["Accounts", "Items", "Telemetry"],
            swiftSettings: strict),
        .target(
            name: "SQLiteStorage",
            dependencies: ["Accounts", "Items", "SQLite", "Storage", "Telemetry"],
            exclude: ["Migrations/sql/postgres"],
            resources: [
                .embedInCode("Migrations/sql/0001_schema.sql"),
                .embedInCode("Migrations/sql/0002_views.sql"),
            ], swiftSettings: strict),
        .target(
            name: "PostgresStorage",
            dependencies: ["Accounts", "Items", "PostgreSQL", "Storage", "Telemetry"],
            resources: [.embedInCode("Migrations/sql/0001_schema.sql")], swiftSettings: strict),
        .target(
            name: "API",
            dependencies: ["Accounts", "CEmbedded", "Exchange", "HTTP", "Items", "Spelling"],
            swiftSettings: strict),

        .target(
            name: "Geocoding", dependencies: ["API", "CCurl", "Items"], swiftSettings: strict),

        // Reminders on any device: Web Push and ntfy.
        .target(
            name: "Reminders",
            dependencies: ["API", "Accounts", "CCurl", "COpenSSL", "HTTP", "Items", "Telemetry"],
            swiftSettings: strict),

        // Declared commands and options, for both programs.
        .target(name: "CommandLine", dependencies: ["Spelling"], swiftSettings: strict),

        // The program and the client library.
        .executableTarget(
            name: "toodoo",
            dependencies: [
                "API", "Accounts", "CLinux", "CommandLine", "Exchange", "Geocoding", "HTTP",
                "HTTPServer", "Items",
                "PostgreSQL", "PostgresStorage", "Reminders", "SQLite", "SQLiteStorage", "Storage",
                "Telemetry",
            ],
            resources: [.embedInCode("Revision/revision.txt")], swiftSettings: strict,
            linkerSettings: [ownLibraries("CLinux")]),
        .target(name: "ToDoClient", swiftSettings: strict),
        .target(
            name: "ToDoClientTestSupport", dependencies: ["ToDoClient"], swiftSettings: strict),

        // The terminal app, an example of the client library.
        .executableTarget(
            name: "todo", dependencies: ["CommandLine", "ToDoClient"], swiftSettings: strict),

        // The steps that scripts/bench measures; not released.
        .executableTarget(
            name: "Steps",
            dependencies: ["API", "HTTP", "Items", "SQLite", "SQLiteStorage", "Storage"],
            path: "Benchmarks/Steps", swiftSettings: strict),

        // The costs of the client library that Benchmarks/client measures; not released.
        .executableTarget(
            name: "ClientSteps", dependencies: ["ToDoClient"], path: "Benchmarks/ClientSteps",
            swiftSettings: strict),

        // Test doubles and counters; not released.
        .target(
            name: "CAllocations", path: "Tests/CAllocations",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "CSanitizers", path: "Tests/CSanitizers",
            cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CResolver", path: "Tests/CResolver",
            cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CPowerCut", path: "Tests/CPowerCut",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "Accounts", "CAllocations", "CSanitizers", "HTTP", "Items", "Storage",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "PostgresTestSupport", dependencies: ["PostgreSQL"],
            path: "Tests/PostgresTestSupport", swiftSettings: strict),
        .target(
            name: "SQLiteTestSupport",
            dependencies: [
                "Accounts", "Items", "SQLite", "SQLiteStorage", "Storage", "TestSupport",
            ],
            path: "Tests/SQLiteTestSupport", swiftSettings: strict),
        .target(
            name: "StorageTestSupport",
            dependencies: [
                "Accounts", "Items", "PostgreSQL", "PostgresStorage", "PostgresTestSupport",
                "SQLite", "SQLiteStorage", "SQLiteTestSupport", "Storage", "TestSupport",
            ],
            path: "Tests/StorageTestSupport", swiftSettings: strict),
        .target(
            name: "APITestSupport",
            dependencies: ["API", "Accounts", "HTTP", "Items", "TestSupport"],
            path: "Tests/APITestSupport", swiftSettings: strict),

        .target(
            name: "ToDoClientHistories", dependencies: ["ToDoClient", "ToDoClientTestSupport"],
            path: "Tests/ToDoClientHistories", swiftSettings: strict),
        // A process that tests kill.
        .executableTarget(
            name: "StoreWriter", dependencies: ["ToDoClient", "ToDoClientHistories"],
            path: "Tests/StoreWriter", swiftSettings: strict),

        // Each of these needs nothing above its own target.
        .testTarget(
            name: "TestSupportTests", dependencies: ["CSQLite", "HTTP", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ItemsTests", dependencies: ["Items", "TestSupport"],
            exclude: ["Repeating/next_dates.py", "Repeating/next_dates.txt"],
            swiftSettings: strict),
        .testTarget(
            name: "ExchangeTests", dependencies: ["Exchange", "Items", "TestSupport"],
            exclude: ["Files", "Feed/read_feed.py"], swiftSettings: strict),
        .testTarget(
            name: "AccountsTests", dependencies: ["Accounts", "Items", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests", dependencies: ["CommandLine", "Spelling"],
            swiftSettings: strict),
        .testTarget(
            name: "TelemetryTests", dependencies: ["Telemetry"], swiftSettings: strict),
        .testTarget(
            name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PostgreSQLTests", dependencies: ["PostgreSQL", "PostgresTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PostgresStorageTests",
            dependencies: [
                "Accounts", "Items", "PostgreSQL", "PostgresStorage", "PostgresTestSupport",
                "Storage", "StorageTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests", dependencies: ["Items", "Storage", "Telemetry", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SQLiteStorageTests",
            dependencies: [
                "Accounts", "CPowerCut", "Items", "SQLite", "SQLiteStorage", "SQLiteTestSupport",
                "Storage", "TestSupport",
            ],
            swiftSettings: strict),
        // The contract of repositories, on the double and on every storage.
        .testTarget(
            name: "StorageContractTests",
            dependencies: [
                "Accounts", "Items", "PostgresStorage", "SQLite", "SQLiteStorage",
                "SQLiteTestSupport", "Storage", "StorageTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["CLinux", "HTTP", "HTTPServer", "Telemetry", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "APITests",
            dependencies: [
                "API", "APITestSupport", "Accounts", "Exchange", "HTTP", "Items", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RemindersTests",
            dependencies: [
                "API", "Accounts", "CResolver", "HTTP", "Items", "Reminders", "TestSupport",
            ],
            exclude: ["Encryption/read_push.py"],
            swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests", dependencies: ["Geocoding", "Items", "TestSupport"],
            swiftSettings: strict),

        // The API on each storage and on the server; the client against both; the program.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "API", "APITestSupport", "Accounts", "HTTP", "HTTPServer", "Items", "PostgreSQL",
                "PostgresStorage", "Reminders", "SQLite", "SQLiteStorage", "SQLiteTestSupport",
                "Storage", "StorageTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ToDoClientTests",
            dependencies: ["ToDoClient", "ToDoClientHistories", "ToDoClientTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ToDoClientServerTests",
            dependencies: [
                "API", "APITestSupport", "Accounts", "HTTP", "HTTPServer", "Items",
                "SQLiteStorage", "TestSupport", "ToDoClient", "ToDoClientHistories",
                "ToDoClientTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ToDoClientProcessTests",
            dependencies: [
                "APITestSupport", "StoreWriter", "TestSupport", "ToDoClient", "ToDoClientHistories",
                "ToDoClientTestSupport", "toodoo",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "todoTests",
            dependencies: [
                "CommandLine", "ToDoClient", "ToDoClientHistories", "ToDoClientTestSupport", "todo",
                "toodoo",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "toodooTests",
            dependencies: [
                "API", "APITestSupport", "Accounts", "CommandLine", "Exchange", "HTTP",
                "HTTPServer",
                "Items",
                "PostgreSQL", "PostgresStorage", "PostgresTestSupport", "Reminders", "SQLite",
                "SQLiteStorage",
                "SQLiteTestSupport", "Storage", "StorageTestSupport", "Telemetry", "TestSupport",
                "toodoo",
            ],
            exclude: ["TimeZones/transitions.py"], swiftSettings: strict),
    ]
)

// Only these test targets, when the environment names some: scripts/test sets it, because SwiftPM
// builds all tests for the sake of one.
if let names = Context.environment["TOODOO_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
