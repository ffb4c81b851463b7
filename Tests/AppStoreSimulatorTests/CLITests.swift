import AppStoreSimulator
import AppleReports
import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AppStoreSimulatorCLI

struct CLITests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cli-\(UUID())")

  @Test(arguments: [
    (["serve", "--home", "h", "--port", "70000"], "--port"),
    (["serve", "--home", "h", "--ledger", "localhost:8080"], "--ledger"),
    (["serve", "--home", "h", "--from", "2013-08-31T00:00:00Z"], "2013-09-01"),
    (["serve", "--home", "h", "--customers", "3"], "--from"),
    (
      [
        "serve", "--home", "h", "--ledger", "http://l", "--customers", "3", "--from",
        "2025-01-01T00:00:00Z",
      ], "--ledger-key-file"
    ),
    (["check"], "--ledger"), (["check", "--ledger", "http://l"], "--ledger-key-file"),
    (["prepare", "--home", "h", "--url", "here"], "--url"),
    (["reports", "--from", "2025-01-01", "--to", "2025-01-01", "--out", "d"], "--to"),
    (["reports", "--from", "2025-01", "--to", "2025-01-02", "--out", "d"], "--from"),
    (["reports", "--from", "2025-01-01", "--to", "2025-01-02"], "--out"),
    (
      [
        "reports", "--from", "2025-01-01", "--to", "2025-01-02", "--out", "d", "--vendor", "me",
      ], "--vendor"
    ),
    (
      [
        "reports", "--from", "2025-01-01", "--to", "2025-01-02", "--out", "d", "--discrepancy", "x",
      ], "--discrepancy"
    ),
  ])
  func `what cannot be meant is rejected by the name of the option`(
    arguments: [String], name: String
  ) throws {
    let error = try #require(throws: (any Error).self) {
      try DaichoAppStore.parseAsRoot(arguments)
    }
    #expect(DaichoAppStore.message(for: error).contains(name))
  }

  @Test func `a mistyped home makes no store`() async throws {
    for verb in [["serve", "--port", "0"], ["token"]] {
      let command = try DaichoAppStore.parseAsRoot(verb + ["--home", folder.path])
      await #expect(throws: PreparedStore.Failure.self) { try await Self.run(command) }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a prepared ledger knows the receipts' root, the secret and the address`() throws {
    struct Entry: Decodable {
      let sharedSecretFile: String
      let serverApiUrl: String
      let verifyReceiptUrl: String
    }
    var command = try DaichoAppStore.parseAsRoot([
      "prepare", "--home", folder.path, "--url", "http://127.0.0.1:7777",
    ])
    try command.run()
    let apps = try Data(contentsOf: folder.appending(path: "apps.json"))
    let entry = try #require(try JSONDecoder().decode([Entry].self, from: apps).first)
    #expect(entry.verifyReceiptUrl == "http://127.0.0.1:7777")
    #expect(entry.serverApiUrl == entry.verifyReceiptUrl)
    let home = SignerHome(folder)
    let secret = try String(contentsOf: URL(filePath: entry.sharedSecretFile), encoding: .utf8)
    #expect(try home.sharedSecret() == secret)
    let root = try String(
      contentsOf: folder.appending(path: "receipt-root.pem"), encoding: .utf8)
    #expect(try home.receiptAuthority().rootCertificatePEM == root)
  }

  @Test func `the help names both roots that a ledger trusts`() {
    let help = DaichoAppStore.helpMessage()
    for word in ["DAICHO_TRUST_ROOTS", " root.pem", "receipt-root.pem", ".daicho/env"] {
      #expect(help.contains(word))
    }
  }

  @Test func `the same command makes the same lives`() throws {
    let options = try LivesOptions.parse([
      "--from", "2025-01-01T00:00:00Z", "--until", "2025-07-01T00:00:00Z", "--customers", "10",
    ])
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1)
    let lives = try (0..<2).map { _ in
      var world = try options.world(of: app, selling: .game, playing: GameHabits())
      world.advance(to: try WorldScenario.moment("2025-07-01"))
      return world.notifications.map { "\($0.uuid) \($0.signedDate)" }
    }
    #expect(lives[0] == lives[1] && !lives[0].isEmpty)
  }

  @Test(arguments: ["account", "check"])
  func `a store without customers has nothing to tell, and its clock goes on`(verb: String)
    async throws
  {
    try await CLIStore.with(customers: 0) { store in
      let key =
        verb == "check" ? ["--ledger", store.url, "--ledger-key-file", try CLIStore.keyFile()] : []
      let command = try DaichoAppStore.parseAsRoot([verb, "--appstore", store.url] + key)
      let rejection = await #expect(throws: CommandFailure.self) { try await Self.run(command) }
      #expect(rejection?.description.contains("no customers") == true)
      #expect(await store.simulation.speed == 3)
    }
  }

  @Test func `a running clock is checked at one moment, and goes on afterwards`() async throws {
    try await CLIStore.with(customers: 1) { store in
      try await CLIStore.withLedger { ledger in
        let command = try DaichoAppStore.parseAsRoot([
          "check", "--appstore", store.url, "--ledger", ledger, "--ledger-key-file",
          try CLIStore.keyFile(),
        ])
        try await Self.run(command)
      }
      #expect(await store.simulation.speed == 3)
    }
  }

  @Test func `coins that the ledger does not tell make the check fail`() async throws {
    try await CLIStore.with(customers: 1) { store in
      try await store.simulation.withWorld { world throws(StoreRejection) in
        _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: 0)
      }
      try await CLIStore.withLedger { ledger in
        let words = [
          "check", "--appstore", store.url, "--ledger", ledger, "--ledger-key-file",
          try CLIStore.keyFile(),
        ]
        try await Self.run(try DaichoAppStore.parseAsRoot(words))
        let withCoins = try DaichoAppStore.parseAsRoot(words + ["--coins"])
        let code = await #expect(throws: ExitCode.self) { try await Self.run(withCoins) }
        #expect(code == .failure)
      }
    }
  }

  @Test(arguments: [0.0, 1.0])
  func `a clock that never comes up is not waited for`(speed: Double) async throws {
    try await CLIStore.with(customers: 1) { store in
      await store.simulation.setSpeed(speed)
      let command = try DaichoAppStore.parseAsRoot([
        "check", "--appstore", store.url, "--ledger", "http://127.0.0.1:1", "--ledger-key-file",
        try CLIStore.keyFile(), "--when-present",
      ])
      let rejection = await #expect(throws: CommandFailure.self) { try await Self.run(command) }
      #expect(rejection?.description.contains("never") == true)
    }
  }

  @Test func `Apple's reports are written into a directory`() async throws {
    try await CLIStore.with(customers: 1) { store in
      try await store.simulation.withWorld { world throws(StoreRejection) in
        _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: 0)
        world.advance(to: world.now + Int64(40).days)
      }
      let command = try DaichoAppStore.parseAsRoot([
        "reports", "--appstore", store.url, "--from", "2025-01-01", "--to", "2025-02-01", "--out",
        folder.path,
      ])
      try await Self.run(command)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(
        names == [
          "85000000_0425_ZZ.txt.gz", "FD_85000000_0425_Z1.txt.gz", "S_D_85000000_20250101.txt.gz",
        ])
      for name in names {
        let file = try Data(contentsOf: folder.appending(path: name))
        #expect(try AppleReport(reading: [UInt8](file)).count == 1)
      }
    }
  }

  @Test func `a directory that cannot be written is named`() async throws {
    try await CLIStore.with(customers: 1) { store in
      let command = try DaichoAppStore.parseAsRoot([
        "reports", "--appstore", store.url, "--from", "2025-01-01", "--to", "2025-01-02", "--out",
        "/dev/null/reports",
      ])
      let rejection = await #expect(throws: CommandFailure.self) { try await Self.run(command) }
      #expect(rejection?.description.contains("--out") == true)
    }
  }

  @Test func `where no store is open it says so`() async throws {
    let command = try DaichoAppStore.parseAsRoot(["account", "--appstore", "http://127.0.0.1:1"])
    let rejection = await #expect(throws: CommandFailure.self) { try await Self.run(command) }
    #expect(rejection?.description.contains("http://127.0.0.1:1") == true)
  }

  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }
}
