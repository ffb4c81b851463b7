import Access
import AppStoreSimulator
import Foundation
import HummingbirdTesting
import Intake
import Ledger
import TestSupport
import Testing

@testable import PurchaseSamples

/// The samples of purchases, against a ledger behind a proxy that breaks answers.
struct PurchaseSampleTests {
  /// A language with a sample that is a program of its own.
  struct Language: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The programs that have to be at hand.
    let tools: [String]
    let run: @Sendable (_ environment: [String: String], _ folder: URL) throws -> Void
  }

  /// The transactions that the samples post: a purchase, and one signed in the future, which waits.
  private struct Told: Sendable {
    let bought: String
    let early: String
  }

  private static let (player, other) = ("ann+1 ü", "bert")
  private static let samples = "Sources/Daicho.docc/Samples"
  private static let checks = "Tests/PurchaseSamples"

  static let languages = [
    Language(testDescription: "Python", tools: ["python3"]) { environment, folder in
      let file = folder.appending(path: "purchases.py")
      try (SampleRun.text("\(samples)/purchases.py") + SampleRun.text("\(checks)/check.py"))
        .write(to: file, atomically: true, encoding: .utf8)
      try SampleRun.run(["python3", file.path], environment)
    },
    Language(testDescription: "TypeScript", tools: ["python3", "node"]) { environment, folder in
      let file = folder.appending(path: "purchases.mjs")
      let source = try SampleRun.run([
        "python3", SampleRun.path("Tests/OwnWallet/strip_types.py"),
        SampleRun.path("\(samples)/purchases.ts"),
      ])
      try (source + SampleRun.text("\(checks)/check.mjs"))
        .write(to: file, atomically: true, encoding: .utf8)
      try SampleRun.run(["node", file.path], environment)
    },
    Language(testDescription: "Kotlin", tools: ["python3", "java", "kotlinc"]) {
      environment, folder in
      guard let library = ProcessInfo.processInfo.environment["KOTLIN_JSON"] else {
        return print("KOTLIN_JSON names no kotlinx-serialization-json: its sample is not run.")
      }
      let jar = folder.appending(path: "purchases.jar").path
      try SampleRun.run([
        "kotlinc", "-cp", library, "-include-runtime", "-d", jar,
        SampleRun.path("\(samples)/Purchases.kt"), SampleRun.path("\(checks)/check.kt"),
      ])
      try SampleRun.run(["java", "-cp", "\(jar):\(library)", "CheckKt"], environment)
    },
  ]

  @Test(arguments: languages)
  func `a purchase is delivered once, restored and spent, whatever happens to answers`(
    language: Language
  ) async throws {
    if let missing = language.tools.first(where: { !SampleRun.has($0) }) {
      return print("\(missing) is not here: the sample in \(language) is not run.")
    }
    try await Self.withLedger { service, told, port in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }  // the system clears the folder too
      try await SampleRun.behindProxy(of: port) { port in
        let environment = [
          "DAICHO": "http://127.0.0.1:\(port)", "DAICHO_KEY": service.key.text,
          "PLAYER": Self.player, "OTHER": Self.other, "TRANSACTION": told.bought,
          "EARLY": told.early,
        ]
        try await service.serving {
          try await SampleRun.onThread { try language.run(environment, folder) }
        }
      }
    }
  }

  /// A transaction of StoreKit that counts how often it is finished.
  private actor PlayedTransaction: FinishableTransaction {
    let signed: String
    private(set) var finished = 0

    init(_ signed: String) { self.signed = signed }

    func finish() { finished += 1 }
  }

  private struct Offline: Error {}

  @Test(.enabled("python3 runs the proxy") { SampleRun.has("python3") })
  func `a purchase is delivered once, restored and spent, in Swift`() async throws {
    try await Self.withLedger { service, told, port in
      try await SampleRun.behindProxy(of: port) { port in
        let ledger = LedgerClient(
          address: "http://127.0.0.1:\(port)", key: service.key.text, pause: .milliseconds(20))
        try await service.serving {
          try await Self.deliver(told, by: ledger)
          try await Self.spend(told, by: ledger)
        }
      }
    }
  }

  private static func deliver(_ told: Told, by ledger: LedgerClient) async throws {
    let bought = PlayedTransaction(told.bought)
    await PurchaseDelivery { _, _ in throw Offline() }.deliver(bought)
    #expect(await bought.finished == 0)
    let delivery = PurchaseDelivery { signed, isRestored in
      let items = try await ledger.deliver(
        player, [signed], restore: isRestored, patience: .milliseconds(700))
      return items.allSatisfy(\.finish)
    }
    await delivery.deliver(bought)
    #expect(await bought.finished == 1)
    let early = PlayedTransaction(told.early)
    await delivery.deliver(early)
    #expect(await early.finished == 0)
    let again = try await ledger.deliver(player, [told.bought])
    #expect(again.map { $0.grants?.map(\.amount) } == [[50]])
  }

  private static func spend(_ told: Told, by ledger: LedgerClient) async throws {
    let entry = try await ledger.spend(player, "gem", 30, order: "sword-1")
    #expect(entry.balance == 20)
    let repeated = try await ledger.spend(player, "gem", 30, order: "sword-1")
    #expect(repeated.id == entry.id)
    let refused = await #expect(throws: LedgerClient.Refused.self) {
      try await ledger.spend(player, "gem", 30, order: "sword-2")
    }
    #expect(refused?.code == "insufficient_coins")
    let restored = try await ledger.restore(other, [told.bought])
    #expect(restored.map(\.account) == [other])
  }

  /// Runs a ledger that grants 50 gems for a month, and compares what it has in the end.
  private static func withLedger(
    _ body: @escaping @Sendable (TestService, Told, _ port: Int) async throws -> Void
  ) async throws {
    try await TestService.with(.live, link: .standard) { service in
      try await service.sellsGemsByTheMonth()
      var early = SignableTransaction.month("3000")
      early.signedDate = Instant(day: "2026-06-10").milliseconds
      let told = Told(
        bought: try service.ledger.authority.sign(payload: SignableTransaction.month()),
        early: try service.ledger.authority.sign(payload: early))
      try await body(service, told, try #require(service.client.port))
      let name = try #require(
        player.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let wallet = try await service.get("/v1/accounts/\(name)/wallet")
      #expect(wallet.body.contains(#""balance":20"#))
      #expect(wallet.body.matches(of: /"kind":"spent"/).count == 1)
      #expect(wallet.body.matches(of: /"kind":"credited"/).count == 1)
      try await service.ledger.project()
      let entitled = try await service.get("/v1/accounts/\(other)/entitlements/com.example.month")
      #expect(entitled.status == 200)
    }
  }
}

extension TestService {
  /// Runs work while coins are granted and the log is projected, as a server does.
  fileprivate func serving(_ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          try await ledger.grant()
          try await ledger.project()
          // Cancellation ends the pause, then the loop.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      defer { group.cancelAll() }
      try await work()
    }
  }
}
