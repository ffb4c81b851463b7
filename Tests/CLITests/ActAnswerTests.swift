import Access
import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import Projections
import Server
import TestSupport
import Testing

/// The JSON of commands that change something, their exit codes, and who did so.
struct ActAnswerTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  /// Runs a command. Returns its exit code and its JSON on one line, with sorted keys.
  private static func run(
    _ words: [String], on ledger: TestLedger
  ) async throws -> (code: Int32, json: String) {
    let (code, output) = try await LedgerCommand(words + ["--json"], on: ledger) { _ in
      #"[{"bundleId":"com.example.game","environments":["Production"]}]"#
    }.run()
    guard !output.isEmpty else { return (code, "") }
    let bytes = try JSONSerialization.data(
      withJSONObject: try JSONSerialization.jsonObject(with: output),
      options: [.sortedKeys, .withoutEscapingSlashes])
    return (code, String(decoding: bytes, as: UTF8.self))
  }

  private static func subscribe(in ledger: TestLedger, by log: EventLog) async throws {
    let intake = Intake(
      apps: [TestLedger.app()], verifier: ledger.verifier, log: log, now: { TestLedger.now })
    let signed = try ledger.authority.sign(
      payload: TestLedger.transaction(
        "2000", chain: "2000", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01")))
    _ = try await intake.documents.ingest(Array(signed.utf8))
  }

  private static func acts(_ ledger: TestLedger) async throws -> [String] {
    try await AuditReader(ledger.log).list(AuditReader.Filter(), limit: 99).entries.map { entry in
      [entry.act, entry.author?.name, entry.reason].compactMap(\.self).joined(separator: " ")
    }
  }

  @Test func `keys, jobs, backups and the schema`() async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      let key = try await keys.create(name: "test", scopes: [.read])
      let job = NewJob(
        .history, about: "1000", in: .production, of: TestLedger.bundleID, dueAt: TestLedger.now)
      try await ledger.queue.enqueue([job], at: TestLedger.now)
      let expected: [([String], String)] = [
        (["keys", "revoke", key.id], #"{"revoked":"\#(key.id)"}"#),
        (
          ["outbox", "park", job.id.description, "--reason", "later"],
          #"{"id":"\#(job.id)","state":"parked"}"#
        ),
        (["backup", "done", "--at", "2026-06-01"], #"{"madeAt":"2026-06-01T00:00:00.000Z"}"#),
        (["migrate"], #"{"applied":0,"lanes":\#(MigrationRun.lanesDefault)}"#),
      ]
      for (words, json) in expected {
        let answer = try await Self.run(words, on: ledger)
        #expect(answer.code == 0 && answer.json == json, "\(words)")
      }
      let unknown = String(repeating: "0", count: 32)
      for words in [["keys", "revoke", "x"], ["outbox", "park", unknown, "--reason", "later"]] {
        let refused = try await Self.run(words, on: ledger)
        #expect(refused.code == 1 && refused.json.isEmpty, "\(words)")
      }
    }
  }

  @Test func `the file of master keys, of which only ids are shown`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "daicho-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // nothing depends on it
    let file = folder.appending(path: "keys").path
    try await TestLedger.with { ledger in
      for (word, id, keys) in [("create", "k1", #"["k1"]"#), ("rotate", "k2", #"["k2","k1"]"#)] {
        let answer = try await Self.run(["keyring", word, file, "--id", id], on: ledger)
        #expect(answer.code == 0)
        #expect(answer.json == #"{"file":"\#(file)","keys":\#(keys)}"#)
      }
      #expect(try await Self.run(["keyring", "create", file], on: ledger).code == 2)
    }
  }

  @Test func `accounts, with what each environment brought`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.known("guest")
      let alias = ["accounts", "alias", "anna", Self.token.uppercased()]
      let merge = ["accounts", "merge", "guest", "anna", "--reason", "ticket 9"]
      let named = #""account":"anna","appAccountToken":"\#(Self.token)""#
      let moved =
        #""environments":[{"balances":[],"brought":[],"environment":"Production"}],"from":"guest""#
      let expected: [([String], String)] = [
        (
          alias,
          #"{\#(named),"environments":[{"brought":[],"environment":"Production"}],"state":"registered"}"#
        ),
        (
          alias + ["--withdraw", "--reason", "ticket 9"],
          #"{\#(named),"environments":[{"environment":"Production","kept":[]}],"state":"withdrawn"}"#
        ),
        (merge, #"{"account":"anna",\#(moved),"state":"merged"}"#),
        (merge + ["--undo"], #"{"account":"anna",\#(moved),"state":"undone"}"#),
      ]
      for (words, json) in expected {
        let answer = try await Self.run(words, on: ledger)
        #expect(answer.code == 0, "\(words)")
        #expect(answer.json.replacing(/"position":"[^"]+",/, with: "") == json)
        #expect(answer.json != json, "the position is missing")
      }
    }
  }

  @Test func `evidence under a lost key, and a month, by the login`() async throws {
    try await TestLedger.with { ledger in
      // Another host had another master key.
      let other = try Keyring(Keyring.generate(id: "k9"))
      try await Self.subscribe(in: ledger, by: try await EventLog(ledger.pool, keyring: other))
      let unopened = try await Self.run(["evidence", "rewrap"], on: ledger)
      #expect(unopened.code == 1)
      #expect(unopened.json.hasPrefix(#"{"key":"k1","notOpened":[{"id":""#))
      #expect(unopened.json.contains(#""key":"k9","kind":"stream","lane":"#))
      #expect(unopened.json.hasSuffix(#"}],"wrapped":0}"#))
      let lose = ["evidence", "lost", "k9", "--reason", "the disk broke"]
      let lost = try await Self.run(lose, on: ledger)
      #expect(lost.code == 0 && lost.json == #"{"key":"k9","streams":1}"#)
      #expect(try await Self.run(lose, on: ledger).code == 1)
      let whole = try await Self.run(["evidence", "rewrap"], on: ledger)
      #expect(whole.code == 0 && whole.json == #"{"key":"k1","notOpened":[],"wrapped":0}"#)
      let login = NSUserName()
      #expect(try await Self.acts(ledger) == ["evidence.lost \(login) the disk broke"])
      let closed = try await Self.run(
        ["periods", "close", "2026-04", "--force", "--reason", "the year ends"], on: ledger)
      #expect(closed.code == 0 && closed.json.contains(#""closedBy":"\#(login)""#))
    }
  }
}
