// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Rooms in which the tests spend their time: not optimized they would take them twice as long.
let workshop = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]

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

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  resources: [Resource] = [], settings: [SwiftSetting] = house
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources,
    swiftSettings: settings)
}

let queries: [Resource] = [.embedInCode("Queries")]

let package = Package(
  name: "daicho",
  products: [
    .executable(name: "daicho", targets: ["CLI"]),
    .executable(name: "daicho-appstore", targets: ["AppStoreSimulatorCLI"]),
    .executable(name: "chaos", targets: ["ChaosCLI"]),
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
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    room("Postgres", ["CLibPQ", logging, lifecycle]),
    room("Schema", path: "schema", resources: [.embedInCode("sql")]),
    room("Ledger", [crypto], settings: workshop),
    room(
      "AppStore", [crypto, x509, asn1, asyncHTTP, nioCore, nioHTTP1],
      resources: [.embedInCode("Verification/Roots")], settings: workshop),
    room(
      "EventStore", ["Ledger", "Postgres", "CZlib", crypto],
      resources: queries + [.embedInCode("Evidence/Dictionaries")], settings: workshop),
    room(
      "Intake", ["AppStore", "Ledger", "EventStore", "Postgres", crypto, logging, lifecycle],
      resources: queries),
    room(
      "Projections", ["Ledger", "EventStore", "Postgres", logging, lifecycle], resources: queries,
      settings: workshop),
    room(
      "Outbox", ["AppStore", "Ledger", "EventStore", "Intake", "Postgres", logging, lifecycle],
      resources: queries),
    room(
      "Reconciliation",
      [
        "AppStore", "Ledger", "EventStore", "Intake", "Projections", "Outbox", "Postgres",
        logging, lifecycle,
      ], resources: queries),
    room("Access", ["Postgres", crypto], resources: queries),
    room("HTTP", ["Ledger", "Intake", "Projections", "Outbox", "Access", hummingbird, logging]),
    .executableTarget(
      name: "CLI",
      dependencies: [
        "Postgres", "Schema", "Ledger", "AppStore", "EventStore", "Intake", "Projections", "Outbox",
        "Reconciliation", "Access", "HTTP", arguments, logging, lifecycle, hummingbird,
      ],
      swiftSettings: house),
    room(
      "AppStoreSimulator",
      [
        "AppStore", hummingbird, asyncHTTP, nioCore, nioHTTP1, crypto, x509, asn1, logging,
        lifecycle, .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Catalogue/Files")], settings: workshop),
    .executableTarget(
      name: "AppStoreSimulatorCLI",
      dependencies: [
        "AppStoreSimulator", arguments, asyncHTTP, nioCore, nioHTTP1,
      ],
      swiftSettings: house),
    room(
      "TestSupport",
      [
        "Postgres", "Schema", "Ledger", "AppStore", "EventStore", "Intake", "Projections", "Outbox",
        "AppStoreSimulator", crypto, logging,
      ], path: "Tests/TestSupport"),
    room("Twins", ["Ledger", "AppStoreSimulator"], path: "Tests/Twins", settings: workshop),
    room(
      "Chaos", ["AppStoreSimulator", "Postgres", asyncHTTP, nioCore, nioHTTP1], path: "Tests/Chaos"),
    .executableTarget(
      name: "ChaosCLI", dependencies: ["Chaos", "Twins", "AppStoreSimulator", arguments],
      path: "Tests/ChaosCLI",
      swiftSettings: house),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AppStore", "AppStoreSimulator", "EventStore", "Ledger", "Postgres", "Twins", crypto,
        arguments, logging,
      ],
      path: "Tests/Benchmarks", exclude: ["Python"], swiftSettings: house),
    testRoom("PostgresTests", ["Postgres"]),
    testRoom("LedgerTests", ["Ledger", "Twins", "AppStoreSimulator"]),
    testRoom(
      "AppStoreTests",
      [
        "AppStore", "AppStoreSimulator", crypto, x509, asn1, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testRoom(
      "AppStoreSimulatorTests",
      [
        "AppStoreSimulator", "AppStoreSimulatorCLI", "AppStore", arguments, crypto, x509, asn1,
        hummingbird, asyncHTTP, nioCore,
        logging, .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testRoom(
      "EventStoreTests", ["EventStore", "Ledger", "Postgres", "AppStoreSimulator"],
      exclude: ["Golden/Rows"]),
    testRoom("IntakeTests", ["Intake", "AppStore", "AppStoreSimulator", "Ledger", "EventStore"]),
    testRoom(
      "ProjectionsTests", ["Projections", "EventStore", "Intake", "Ledger", "Postgres"],
      exclude: ["Golden/States"]),
    testRoom(
      "ReconciliationTests",
      [
        "Reconciliation", "Outbox", "AppStore", "Intake", "EventStore", "Ledger", "Projections",
        "Postgres", "AppStoreSimulator", logging,
      ]),
    testRoom(
      "OutboxTests",
      [
        "Outbox", "AppStore", "Intake", "EventStore", "Ledger", "Postgres", "AppStoreSimulator",
        logging, hummingbird, .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testRoom(
      "HTTPTests",
      [
        "HTTP", "CLI", "Intake", "Projections", "Outbox", "Access", "Ledger", "Postgres",
        "EventStore",
        "AppStore", "AppStoreSimulator", logging, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    testRoom(
      "ScenarioTests",
      [
        "Chaos", "CLI", "Postgres", "AppStoreSimulator", "AppStoreSimulatorCLI", asyncHTTP, nioCore,
        nioHTTP1,
      ],
      exclude: ["LogFixture"]),
    testRoom(
      "HouseTests",
      [
        "Postgres", "EventStore", "Intake", "Projections", "Outbox", "Reconciliation", "Access",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

func testRoom(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: house)
}
