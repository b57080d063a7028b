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
        .library(name: "ToDoClient", targets: ["ToDoClient"]),
    ],
    targets: [
        // Without I/O: bytes and messages; the domain.
        .target(name: "HTTP", swiftSettings: strict),
        .target(name: "Items", swiftSettings: strict),
        .target(name: "Accounts", dependencies: ["CCrypt", "Items"], swiftSettings: strict),
        .target(name: "Telemetry", swiftSettings: strict),

        // C libraries, and the safe interface to SQLite.
        .systemLibrary(name: "CCrypt"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "CWALBatchVFS",
            // Debian's valgrind, which scripts/bench uses, reads no newer DWARF.
            cSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-gdwarf-4"])],
            linkerSettings: [ownLibraries("CSQLite"), .linkedLibrary("sqlite3")]),
        .target(
            name: "SQLite", dependencies: ["CWALBatchVFS", "CSQLite"], swiftSettings: strict),

        // Server, storage, API.
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

        // The program and the client library.
        .executableTarget(
            name: "toodoo",
            dependencies: [
                "API", "Accounts", "CLinux", "Geocoding", "HTTP", "HTTPServer", "Items", "SQLite",
                "SQLiteStorage", "Telemetry",
            ],
            resources: [.embedInCode("Revision/revision.txt")], swiftSettings: strict,
            linkerSettings: [ownLibraries("CLinux")]),
        .target(name: "ToDoClient", swiftSettings: strict),

        // The steps that scripts/bench measures; not released.
        .executableTarget(
            name: "Steps", dependencies: ["API", "HTTP", "Items", "SQLite", "SQLiteStorage"],
            path: "Benchmarks/Steps", swiftSettings: strict),

        // Test doubles and counters; not released.
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
