// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Optimization of a whole module in debug builds too. Without it the random lives of the tests take four
/// times as long. Two threads, so that the compiler writes a file for each source, as the build expects.
let optimization: [SwiftSetting] = [
  .unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))
]

/// The settings of targets in which the tests spend their time.
let optimized = strict + optimization

/// The settings of a target whose generic functions other targets call for every value. Without it each
/// call looks its types up: a quarter of the time in which an event was read.
let specialized =
  optimized + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

/// The settings of targets that work with the database. An asynchronous function stays on the executor of its caller,
/// so that what works with a lent connection stays on the connection's thread. Otherwise each call would change to
/// another thread, wait there behind requests, and change back, while the locks of a batch are held.
let onCallersThread: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

let asyncHTTP: Target.Dependency = .product(
  name: "AsyncHTTPClient", package: "async-http-client")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  resources: [Resource] = [], plugins: [Target.PluginUsage] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources,
    swiftSettings: settings, plugins: plugins)
}

/// The pages of `Daicho.docc` that a ledger serves, too.
let guides = [
  "Android", "Erasure", "OwnWallet", "Purchases", "RevenueCat", "Sandbox", "WhatToStore",
  "WhenDown",
]

/// The build step that makes statements of the files in `Queries/`.
let queries: [Target.PluginUsage] = ["EmbedQueries"]

let package = Package(
  name: "daicho",
  products: [
    .executable(name: "daicho", targets: ["CLI"]),
    .executable(name: "daicho-appstore", targets: ["AppStoreSimulatorCLI"]),
    .executable(name: "chaos", targets: ["DrillsCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .executableTarget(
      name: "QueryGenerator", path: "Sources/QueryGenerator", swiftSettings: strict),
    .plugin(
      name: "EmbedQueries", capability: .buildTool(), dependencies: ["QueryGenerator"],
      path: "Sources/EmbedQueries"),
    library("Release"),
    library(
      "Guides", path: "Sources/Daicho.docc/Guides",
      resources: guides.map { .embedInCode("\($0).md") }),
    library(
      "PurchaseSamples", [asyncHTTP, nioCore, nioHTTP1], path: "Sources/Daicho.docc/Samples/Swift"),
    library("JSONBytes", settings: specialized),
    library(
      "Postgres", ["CLibPQ", logging, lifecycle], settings: specialized + onCallersThread),
    library(
      "Schema", path: "schema",
      resources: [.embedInCode("baseline"), .embedInCode("sql"), .embedInCode("objects.txt")]),
    library("Ledger", [crypto], settings: optimized),
    library("AppleReports", ["Ledger", "CZlib"], settings: optimized),
    library("Reports", ["JSONBytes", "Ledger", "CZlib"], settings: optimized),
    library(
      "AppStore",
      ["JSONBytes", "Release", "COpenSSL", crypto, x509, asn1, asyncHTTP, nioCore, nioHTTP1],
      resources: [.embedInCode("Verification/Roots")], settings: optimized),
    library(
      "EventStore", ["JSONBytes", "Ledger", "Postgres", "CZlib", crypto],
      resources: [.embedInCode("Evidence/Dictionaries")], plugins: queries,
      settings: optimized + onCallersThread),
    library(
      "Intake", ["AppStore", "Ledger", "EventStore", "Postgres", crypto, logging, lifecycle],
      plugins: queries, settings: strict + onCallersThread),
    library(
      "EventProcessing", ["Ledger", "EventStore", "Postgres", logging, lifecycle],
      plugins: queries, settings: optimized + onCallersThread),
    library(
      "Projections",
      [
        "JSONBytes", "AppleReports", "Reports", "Ledger", "EventStore", "EventProcessing",
        "Postgres", logging, lifecycle,
      ],
      plugins: queries, settings: optimized + onCallersThread),
    library(
      "Granting",
      ["Ledger", "EventStore", "EventProcessing", "Intake", "Postgres", logging, lifecycle],
      plugins: queries, settings: strict + onCallersThread),
    library(
      "Outbox",
      [
        "JSONBytes", "AppStore", "Ledger", "EventStore", "EventProcessing", "Intake", "Postgres",
        logging, lifecycle,
      ], plugins: queries, settings: strict + onCallersThread),
    library(
      "Reconciliation",
      [
        "JSONBytes", "AppStore", "Ledger", "EventStore", "EventProcessing", "Intake", "Projections",
        "Outbox",
        "Postgres", logging, lifecycle,
      ], plugins: queries, settings: strict + onCallersThread),
    library(
      "Access", ["Ledger", "EventStore", "Postgres", crypto], plugins: queries,
      settings: strict + onCallersThread),
    library(
      "HTTP",
      [
        "JSONBytes", "Ledger", "EventProcessing", "Granting", "Intake", "Reports", "Projections",
        "Outbox", "Access", "Release", "Guides", hummingbird, logging,
      ]),
    library(
      "Server",
      [
        "JSONBytes", "Release", "Postgres", "Schema", "Ledger", "AppStore", "EventStore",
        "EventProcessing", "Intake", "Reports",
        "Projections", "AppleReports", "Granting", "Outbox", "Reconciliation", "Access", "HTTP",
        crypto, logging, lifecycle, nioCore, hummingbird,
      ]),
    .executableTarget(
      name: "CLI",
      dependencies: [
        "Server", "Ledger", "Intake", "Reports", "Projections", "Outbox", "Access", "HTTP",
        arguments, logging, lifecycle,
      ],
      swiftSettings: strict),
    library(
      "AppStoreSimulator",
      [
        "JSONBytes", "AppStore", "COpenSSL", "CZlib", hummingbird, asyncHTTP, nioCore, nioHTTP1,
        crypto, x509, asn1, logging, lifecycle,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Catalog/Files")], settings: optimized),
    .executableTarget(
      name: "AppStoreSimulatorCLI",
      dependencies: [
        "AppStoreSimulator", "Release", arguments, asyncHTTP, nioCore, nioHTTP1,
      ],
      swiftSettings: strict),
    library(
      "TestSupport",
      [
        "Postgres", "Schema", "Ledger", "AppStore", "EventStore", "EventProcessing", "Intake",
        "Projections", "Granting", "Outbox", "Access", "AppStoreSimulator", "CZlib", crypto,
        logging,
      ], path: "Tests/TestSupport"),
    library(
      "ReferenceModels", ["Ledger", "AppStoreSimulator"], path: "Tests/ReferenceModels",
      settings: optimized),
    library(
      "Drills",
      [
        "AppStoreSimulator", "EventProcessing", "Postgres", "Projections", asyncHTTP, nioCore,
        nioHTTP1,
      ],
      path: "Tests/Drills"),
    library(
      "ReportDrills",
      [
        "ReferenceModels", "TestSupport", "AppStoreSimulator", "EventStore", "Intake", "Ledger",
        "Postgres", "Reports", "Projections", "Reconciliation", "Server",
      ],
      path: "Tests/ReportDrills"),
    .executableTarget(
      name: "DrillsCLI",
      dependencies: ["Drills", "ReferenceModels", "ReportDrills", "AppStoreSimulator", arguments],
      path: "Tests/DrillsCLI",
      swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AppStore", "AppStoreSimulator", "COpenSSL", "EventProcessing", "EventStore", "Intake",
        "Ledger", "Postgres", "Reports", "Projections",
        "ReferenceModels", crypto, arguments, logging,
      ],
      path: "Tests/Benchmarks", exclude: ["Python"], swiftSettings: strict),
    testTarget("JSONBytesTests", ["JSONBytes"]),
    testTarget("PostgresTests", ["Postgres"]),
    testTarget("LedgerTests", ["Ledger", "ReferenceModels", "AppStoreSimulator"]),
    testTarget("AppleReportsTests", ["AppleReports", "Ledger", "CZlib"]),
    testTarget(
      "AppStoreTests",
      [
        "JSONBytes", "AppStore", "AppStoreSimulator", "Release", crypto, x509, asn1, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testTarget(
      "AppStoreSimulatorTests",
      [
        "JSONBytes", "AppStoreSimulator", "AppStoreSimulatorCLI", "AppStore", "AppleReports",
        "Ledger", arguments, crypto, x509, asn1, hummingbird, asyncHTTP, nioCore,
        logging, .product(name: "HummingbirdTesting", package: "hummingbird"),
      ], exclude: ["Fixtures", "Python"]),
    testTarget(
      "EventStoreTests", ["EventStore", "Ledger", "Postgres", "AppStoreSimulator"],
      exclude: ["Golden/Rows"]),
    testTarget(
      "IntakeTests",
      [
        "Intake", "AppStore", "AppStoreSimulator", "Ledger", "EventStore", "EventProcessing",
        "Granting", "Postgres", "Projections", "ReferenceModels",
      ]),
    testTarget("GrantingTests", ["Granting", "Intake", "Ledger", "EventStore", "Postgres"]),
    testTarget(
      "ProjectionsTests",
      [
        "Reports", "Projections", "EventProcessing", "EventStore", "Intake", "Ledger", "Postgres",
        "ReferenceModels",
      ],
      exclude: ["Golden/States"]),
    testTarget(
      "EventProcessingTests",
      ["EventProcessing", "Projections", "EventStore", "Intake", "Ledger", "Postgres", logging]),
    testTarget(
      "ReconciliationTests",
      [
        "Reconciliation", "Outbox", "AppStore", "Intake", "EventStore", "EventProcessing", "Ledger",
        "Projections", "Postgres", "AppStoreSimulator", logging,
      ]),
    testTarget(
      "OutboxTests",
      [
        "JSONBytes", "Outbox", "AppStore", "Intake", "EventStore", "EventProcessing", "Ledger",
        "Postgres", "Reconciliation", "AppStoreSimulator", logging, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testTarget(
      "HTTPTests",
      [
        "JSONBytes", "HTTP", "Release", "Server", "Intake", "Reports", "Projections",
        "EventProcessing", "Granting", "Outbox", "Access", "Ledger", "Postgres", "EventStore",
        "AppleReports", "Guides",
        "PurchaseSamples",
        "AppStore", "AppStoreSimulator", logging, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ], exclude: ["Python"]),
    testTarget(
      "ServerTests",
      [
        "ReportDrills", "ReferenceModels", "Server", "Access", "AppStore", "EventStore", "Intake",
        "Ledger", "Postgres", "Reports", "Projections",
        "AppStoreSimulator", logging, nioCore, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ], exclude: ["Reports/Fixtures", "Verifying/Fixtures", "Wiring/Fixtures"]),
    testTarget(
      "CLITests",
      [
        "CLI", "Server", "Release", "Access", "EventStore", "Ledger", "Postgres", "Reports",
        "AppStoreSimulator",
        arguments,
      ]),
    testTarget(
      "ScenarioTests",
      [
        "Drills", "CLI", "EventProcessing", "Granting", "Postgres", "Projections",
        "AppStoreSimulator", "AppStoreSimulatorCLI", asyncHTTP, nioCore, nioHTTP1,
      ]),
    testTarget(
      "RepositoryTests",
      [
        "Postgres", "EventStore", "EventProcessing", "Intake", "Projections", "Granting", "Outbox",
        "Reconciliation", "Access",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

func testTarget(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: strict)
}
