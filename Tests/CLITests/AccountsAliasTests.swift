import ArgumentParser
import EventStore
import Foundation
import Intake
import Ledger
import Projections
import Server
import TestSupport
import Testing

@testable import CLI

/// `daicho accounts alias` and `daicho accounts merge`, which name a player in every environment of the app.
struct AccountsAliasTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let signed = ["--by", "kim", "--reason", "ticket 9"]

  private static func run(
    _ words: [String], _ environments: String = #""Production","Sandbox""#, on ledger: TestLedger
  ) async throws -> (code: Int32, lines: [String]) {
    let (code, output) = try await LedgerCommand(["accounts"] + words, on: ledger) { _ in
      #"[{"bundleId":"com.example.game","environments":[\#(environments)]}]"#
    }.run()
    return (code, String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Returns the environments where the token is registered.
  private static func places(_ ledger: TestLedger) async throws -> [StoreEnvironment] {
    var places: [StoreEnvironment] = []
    for environment in [.production, .sandbox] as [StoreEnvironment] {
      let name = AccountReference(environment, TestLedger.bundleID, AccountID(token))
      if try await ledger.accounts.aliases(of: [name])[0].isAlias { places.append(environment) }
    }
    return places
  }

  private static func acts(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count(
      "select count(*) from event where type = \(EventType.actRecorded.rawValue)")
  }

  @Test func `a token is registered and withdrawn in every environment, or in the named one`()
    async throws
  {
    try await TestLedger.with { ledger in
      let alias = ["alias", "anna", Self.token]
      let one = try await Self.run(alias + ["--environment", "Sandbox"], on: ledger)
      #expect(one.lines == ["The token names anna.", "  Sandbox: brought no purchase"])
      #expect(try await Self.places(ledger) == [.sandbox])
      let all = try await Self.run(alias, on: ledger)
      #expect(
        all.lines == [
          "The token names anna.", "  Production: brought no purchase",
          "  Sandbox: brought no purchase",
        ])
      #expect(try await Self.places(ledger) == [.production, .sandbox])
      #expect(try await Self.acts(ledger) == 2)
      let again = try await Self.run(alias, on: ledger)
      #expect(again.lines == all.lines)
      #expect(try await Self.acts(ledger) == 2)
      let withdrawn = try await Self.run(alias + ["--withdraw"] + Self.signed, on: ledger)
      #expect(
        withdrawn.lines == [
          "The token does not name anna any more.", "  Production: kept no purchase",
          "  Sandbox: kept no purchase",
        ])
      #expect(try await Self.places(ledger).isEmpty)
      #expect(try await Self.run(alias + ["--withdraw"] + Self.signed, on: ledger).code == 1)
    }
  }

  @Test func `a token of another account in one environment is registered in none`() async throws {
    try await TestLedger.with { ledger in
      let other = ["alias", "bert", Self.token, "--environment", "Sandbox"]
      let sandbox = try await Self.run(other, on: ledger)
      #expect(sandbox.lines == ["The token names bert.", "  Sandbox: brought no purchase"])
      let refused = try await Self.run(["alias", "anna", Self.token], on: ledger)
      #expect(refused.code == 1 && refused.lines.isEmpty)
      #expect(try await Self.places(ledger) == [.sandbox])
    }
  }

  @Test
  func `who decides is the login unless another person is named, by either name of the option`()
    async throws
  {
    try await TestLedger.with { ledger in
      let alias = ["alias", "anna", Self.token, "--environment", "Sandbox"]
      #expect(try await Self.run(alias, on: ledger).code == 0)
      let withdraw = alias + ["--withdraw", "--reason", "ticket 9"]
      #expect(try await Self.run(withdraw, on: ledger).code == 0)
      #expect(try await Self.run(alias + ["--author", "kim"], on: ledger).code == 0)
      #expect(try await Self.run(withdraw + ["--by", "mia"], on: ledger).code == 0)
      var filter = AuditReader.Filter()
      filter.includesAccounts = true
      let told = try await AuditReader(ledger.log).list(filter, limit: 99).entries.map { entry in
        [entry.act, entry.author?.name, entry.reason].compactMap(\.self).joined(separator: " ")
      }
      let login = NSUserName()
      #expect(
        told.sorted()
          == [
            "accounts.alias \(login)", "accounts.alias kim", "tokens.withdraw \(login) ticket 9",
            "tokens.withdraw mia ticket 9",
          ].sorted())
    }
  }

  @Test func `an environment that the app has not in DAICHO_APPS is refused, and changes nothing`()
    async throws
  {
    try await TestLedger.with { ledger in
      let before = try await ledger.log.position(withShared: true)
      for words in [
        ["alias", "anna", Self.token], ["alias", "anna", Self.token, "--withdraw"] + Self.signed,
        ["merge", "guest", "anna"] + Self.signed, ["erase", "anna", "--yes"],
      ] {
        let refused = try await Self.run(
          words + ["--environment", "Sandbox"], #""Production""#, on: ledger)
        #expect(refused.code == 2 && refused.lines.isEmpty, "\(words)")
      }
      #expect(try await ledger.log.position(withShared: true) == before)
    }
    let named = try EnvironmentsOption.parse(["--environment", "Xcode"])
    let error = #expect(throws: WrongUsage.self) {
      try named.environments(of: TestLedger.bundleID, among: [TestLedger.app()])
    }
    #expect(
      error?.description
        == "--environment Xcode is none of com.example.game in DAICHO_APPS: name one "
        + "of Production, Sandbox, or add it to the app's `environments`")
  }

  @Test func `an app of one environment names its players there`() async throws {
    try await TestLedger.with { ledger in
      let named = try await Self.run(["alias", "anna", Self.token], #""Sandbox""#, on: ledger)
      #expect(named.lines == ["The token names anna.", "  Sandbox: brought no purchase"])
      #expect(try await Self.places(ledger) == [.sandbox])
    }
  }

  @Test func `accounts are merged in every environment, or in the named one`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.known("guest")
      let merge = ["merge", "guest", "anna"] + Self.signed
      let one = try await Self.run(merge + ["--environment", "Production"], on: ledger)
      #expect(one.lines == ["guest is merged into anna.", "  Production: no coins"])
      let all = try await Self.run(merge, on: ledger)
      #expect(
        all.lines == [
          "guest is merged into anna.", "  Production: no coins", "  Sandbox: no coins",
        ])
      let undone = try await Self.run(
        merge + ["--undo", "--environment", "Sandbox"], on: ledger)
      #expect(undone.lines == ["guest is separated from anna.", "  Sandbox: no coins"])
    }
  }
}
