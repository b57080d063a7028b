// swift-tools-version: 6.2

import PackageDescription

/// Swift 6 with everything on that finds mistakes at compile time.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A release has libraries inside that it would otherwise load: SQLite, and the C++ library, which
/// nothing but Swift's own needs. Most of what the loader did at a start was to look up their
/// symbols.
///
/// The folder of that target has texts for the linker, which finds them before the libraries.
func ownLibraries(_ target: String) -> LinkerSetting {
    .unsafeFlags(
        ["-L", Context.packageDirectory + "/Sources/" + target + "/Static"],
        .when(platforms: [.linux], configuration: .release))
}

/// The rooms of the house. A target imports what it lists here; what comes along with that, and is not
/// listed, scripts/check refuses.
let package = Package(
    name: "toodoo",
    // For the client library; the server is for Linux.
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "toodoo", targets: ["toodoo"]),
        .library(name: "ToDoClient", targets: ["ToDoClient"]),
    ],
    targets: [
        // Pure: bytes and messages; the domain.
        .target(name: "HTTP", swiftSettings: strict),
        .target(name: "Items", swiftSettings: strict),
        .target(name: "Accounts", dependencies: ["CCrypt", "Items"], swiftSettings: strict),
        .target(name: "Telemetry", swiftSettings: strict),

        // The outside world made safe.
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "CWALBatchVFS",
            // Debian's valgrind, by which scripts/bench counts, reads no newer DWARF.
            cSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-gdwarf-4"])],
            linkerSettings: [ownLibraries("CSQLite"), .linkedLibrary("sqlite3")]),
        .target(
            name: "SQLite", dependencies: ["CWALBatchVFS", "CSQLite"], swiftSettings: strict),

        // What serves, what stores, what the contract says.
        .target(
            name: "HTTPServer", dependencies: ["HTTP", "CLinux", "Telemetry"],
            swiftSettings: strict),
        .target(
            name: "SQLiteStorage", dependencies: ["Accounts", "Items", "SQLite", "Telemetry"],
            resources: [.embedInCode("Migrations/sql")], swiftSettings: strict),
        .target(
            name: "API", dependencies: ["Accounts", "HTTP", "Items"],
            resources: [.embedInCode("OpenAPI/openapi.yaml")], swiftSettings: strict),

        .target(
            name: "Geocoding", dependencies: ["API", "CCurl", "Items"], swiftSettings: strict),

        // The program, and the library for apps.
        .executableTarget(
            name: "toodoo",
            dependencies: [
                "API", "Accounts", "CLinux", "Geocoding", "HTTP", "HTTPServer", "Items", "SQLite",
                "SQLiteStorage", "Telemetry",
            ],
            resources: [.embedInCode("Revision/revision.txt")], swiftSettings: strict,
            linkerSettings: [ownLibraries("CLinux")]),
        .target(name: "ToDoClient", swiftSettings: strict),

        // What scripts/bench counts; never shipped.
        .executableTarget(
            name: "Steps", dependencies: ["API", "HTTP", "Items", "SQLite", "SQLiteStorage"],
            path: "Benchmarks/Steps", swiftSettings: strict),

        // Doubles and counters; never shipped.
        .target(
            name: "CAllocations", path: "Tests/CAllocations",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "CSanitizers", path: "Tests/CSanitizers",
            cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CPowerCut", path: "Tests/CPowerCut",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "API", "Accounts", "CAllocations", "CSanitizers", "HTTP", "Items", "SQLite",
                "SQLiteStorage",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),

        .testTarget(
            name: "TestSupportTests", dependencies: ["CSQLite", "HTTP", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ItemsTests", dependencies: ["Items", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "AccountsTests", dependencies: ["Accounts", "Items", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TelemetryTests", dependencies: ["Telemetry"], swiftSettings: strict),
        .testTarget(
            name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SQLiteStorageTests",
            dependencies: [
                "Accounts", "CPowerCut", "Items", "SQLite", "SQLiteStorage", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["CLinux", "HTTP", "HTTPServer", "Telemetry", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "APITests",
            dependencies: [
                "API", "Accounts", "HTTP", "HTTPServer", "Items", "SQLite", "SQLiteStorage",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests",
            dependencies: ["Geocoding", "HTTP", "HTTPServer", "Items", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ToDoClientTests",
            dependencies: [
                "API", "Accounts", "HTTP", "HTTPServer", "Items", "SQLiteStorage", "TestSupport",
                "ToDoClient",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "toodooTests",
            dependencies: [
                "API", "Accounts", "HTTP", "HTTPServer", "Items", "SQLite", "SQLiteStorage",
                "TestSupport", "toodoo",
            ],
            swiftSettings: strict),
    ]
)
