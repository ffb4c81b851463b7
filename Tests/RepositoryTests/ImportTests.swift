import Testing

/// The allowed imports of each target. An import outside this table fails.
private let mayImport: [String: Set<String>] = [
  "CLibPQ": [],
  "JSONBytes": [],
  "Release": [],
  "Postgres": ["CLibPQ"],
  "Packaging": [],
  "Guides": [],
  "PurchaseSamples": [],
  "Schema": [],
  "Ledger": [],
  "AppleReports": ["Ledger", "CZlib"],
  "Reports": ["JSONBytes", "Ledger", "CZlib"],
  "AppStore": ["JSONBytes", "Release", "COpenSSL"],
  "COpenSSL": [],
  "CZlib": [],
  "EventStore": ["JSONBytes", "Ledger", "Postgres", "CZlib"],
  "Intake": ["AppStore", "Ledger", "EventStore", "Postgres"],
  "EventProcessing": ["Ledger", "EventStore", "Postgres"],
  "Projections": [
    "JSONBytes", "AppleReports", "Reports", "Ledger", "EventStore", "EventProcessing", "Postgres",
  ],
  "Granting": ["Ledger", "EventStore", "EventProcessing", "Intake", "Postgres"],
  "Outbox": [
    "JSONBytes", "AppStore", "Ledger", "EventStore", "EventProcessing", "Intake", "Postgres",
  ],
  "Access": ["Ledger", "EventStore", "Postgres"],
  "Reconciliation": [
    "JSONBytes", "AppStore", "Ledger", "EventStore", "EventProcessing", "Intake", "Projections",
    "Outbox",
    "Postgres",
  ],
  "HTTP": [
    "JSONBytes", "Ledger", "EventProcessing", "Granting", "Intake", "Reports", "Projections",
    "Outbox", "Access", "Release", "Guides",
  ],
  "Server": [
    "JSONBytes", "Release", "Postgres", "Schema", "Ledger", "AppStore", "EventStore",
    "EventProcessing", "Intake", "Reports",
    "Projections", "AppleReports", "Granting", "Outbox", "Reconciliation", "Access", "HTTP",
  ],
  "CLI": ["Server", "Ledger", "Intake", "Reports", "Projections", "Outbox", "Access", "HTTP"],
  "AppStoreSimulator": ["JSONBytes", "AppStore", "COpenSSL", "CZlib"],
  "AppStoreSimulatorCLI": ["AppStoreSimulator", "Release"],
  "EmbedQueries": [],
  // The statements that it writes import it.
  "QueryGenerator": ["Postgres"],
]

/// The targets with folders of other names.
private let elsewhere = [
  "Schema": "schema", "Guides": "Sources/Daicho.docc/Guides",
  "PurchaseSamples": "Sources/Daicho.docc/Samples/Swift",
]

struct ImportTests {
  @Test func `every target is in the import table`() throws {
    let folders = try Repository.folders(in: "Sources").filter { !$0.hasSuffix(".docc") }
    #expect(Set(folders).union(elsewhere.keys) == Set(mayImport.keys))
  }

  @Test(arguments: mayImport.keys.sorted())
  func `a target imports only what the table allows`(target: String) throws {
    let allowed = try #require(mayImport[target])
    let folder = elsewhere[target] ?? "Sources/\(target)"
    for file in try Repository.files(in: [folder], endingIn: [".swift"]) {
      for module in file.lines.compactMap(importedModule) where mayImport[module] != nil {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func `the rules know nothing but values and digests`() throws {
    for file in try Repository.files(in: ["Sources/Ledger"], endingIn: [".swift"]) {
      for module in file.lines.compactMap(importedModule) {
        #expect(["Foundation", "Crypto"].contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func `SQL stands in the Queries of whoever asks`() throws {
    for file in try Repository.files(in: ["Sources"], endingIn: [".sql"]) {
      let targets = file.path.split(separator: "/")
      #expect(targets.dropLast().last == "Queries", "\(file.path) belongs in a Queries folder")
      #expect(mayImport[String(targets[1])]?.contains("Postgres") == true, "\(file.path)")
    }
  }

  @Test func `HTTP speaks no SQL`() throws {
    let statement = /"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|COPY)\s/.ignoresCase()
    for file in try Repository.files(in: ["Sources/HTTP"], endingIn: [".swift"]) {
      #expect(file.lines(matching: statement, having: ["\""]) == [])
    }
  }

  @Test func `only Intake writes to the log`() throws {
    let folders = try Repository.folders(in: "Sources").map { "Sources/\($0)" }
    let files = try Repository.files(in: folders, endingIn: [".swift"])
    let writing = files.filter { !Self.writes(in: $0.lines.joined(separator: "\n")).isEmpty }
    let targets = Set(writing.map { String($0.path.split(separator: "/")[1]) })
    #expect(targets == ["Intake"], "\(writing.map(\.path))")
  }

  @Test(arguments: [
    ("_ = try await log.append([event])", true),
    ("try await ledger.eventLog\n  .decide(rule, in: folds)", true),
    ("try await self.log.append(events, forgetting: streams)", true),
    ("catalog.append(entry)", false),
    ("try await decisions.decide(rule)", false),
  ])
  func `a write to the log is recognized`(code: String, isWrite: Bool) {
    #expect(Self.writes(in: code).isEmpty != isWrite)
  }

  /// Returns the calls that append to the log or decide on it.
  private static func writes(in code: String) -> [Substring] {
    guard code.has("append") || code.has("decide") else { return [] }
    // By Unicode's word boundaries, `self.log` would be one word.
    let write = /(?:\b[lL]og|[a-z]Log)\s*\.\s*(?:append|decide)\s*\(/.wordBoundaryKind(.simple)
    return code.matches(of: write).map(\.output)
  }

  @Test(arguments: [
    ("import Ledger", "Ledger"),
    ("public import Ledger", "Ledger"),
    ("@testable import Ledger", "Ledger"),
    ("@_spi(Inner) package import struct Ledger.Instant", "Ledger"),
    ("  import Ledger  // why", "Ledger"),
    ("// import Ledger", nil),
    ("let important = Ledger()", nil),
  ])
  func `an import is recognized in every form`(line: String, module: String?) {
    #expect(importedModule(of: line[...]) == module)
  }
}

private func importedModule(of line: Substring) -> String? {
  guard line.has("import") else { return nil }
  let form =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
  return line.prefixMatch(of: form).map { String($0.1) }
}
