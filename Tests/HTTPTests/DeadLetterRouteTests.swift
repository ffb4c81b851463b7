import Access
import EventProcessing
import Foundation
import Ledger
import TestSupport
import Testing

/// Events that could not be processed, as the person on call handles them.
struct DeadLetterRouteTests {
  private struct Listed: Decodable {
    struct Letter: Decodable, Equatable { let event: String, consumer: String, reason: String }
    let deadLetters: [Letter], next: String?
  }

  private struct Shown: Decodable {
    let event: String, reason: String?, columns: [String: String]
    let deadLetters: [Listed.Letter]
  }

  @Test func `an operator lists dead letters, sees the event raw, and retries`() async throws {
    try await TestService.with { service in
      let ledger = service.ledger
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "schema_version = 99")
      try await ledger.project()
      let first = try await service.get("/v1/dead-letters?limit=3").decode(Listed.self)
      let rest = try await service.get("/v1/dead-letters?after=\(try #require(first.next))")
        .decode(Listed.self)
      let letters = first.deadLetters + rest.deadLetters
      #expect(letters.map(\.consumer) == ["chains", "commission", "grants", "tenure"])
      #expect(Set(letters.map(\.event)) == ["\(poison)"])
      #expect(Set(letters.map(\.reason)) == ["unknown schema version 99"])
      #expect(rest.next == nil)

      let shown = try await service.get("/v1/dead-letters/\(poison)").decode(Shown.self)
      #expect(shown.reason == "unknown schema version 99")
      #expect(shown.columns["schema_version"] == "99")
      #expect(shown.columns["transaction_id"] == "1")
      #expect(shown.columns["digest"]?.hasPrefix("\\x") == true)
      #expect(shown.deadLetters == letters)
      let sound = EventID(lane: poison.lane, position: poison.position - 1)
      let readable = try await service.get("/v1/dead-letters/\(sound)").decode(Shown.self)
      #expect(readable.reason == nil && readable.deadLetters.isEmpty)

      let vain = try await service.post("/v1/dead-letters/retry?event=\(poison)", "")
      #expect(vain.body == #"{"deleted":0,"left":4,"processed":0}"#)
      try await ledger.mend(poison, changing: "transaction_id = 'mended'")
      let one = try await service.post(
        "/v1/dead-letters/retry?event=\(poison)&consumer=chains", "")
      #expect(one.body == #"{"deleted":0,"left":0,"processed":1}"#)
      let other = try await service.post("/v1/dead-letters/retry?reason=another", "")
      #expect(other.body == #"{"deleted":0,"left":0,"processed":0}"#)
      let all = try await service.post("/v1/dead-letters/retry", "")
      #expect(all.body == #"{"deleted":0,"left":0,"processed":3}"#)
      #expect(try await ledger.projected("1000") == ["1", "mended"])
    }
  }

  @Test(arguments: [
    ("/v1/dead-letters/9-9", "404 event_not_found"),
    ("/v1/dead-letters/nonsense", "404 event_not_found"),
    ("/v1/dead-letters?after=1", "400 invalid_parameter"),
    ("/v1/dead-letters?reason=x", "400 unknown_parameter"),
  ])
  func `what is not there, or malformed, is refused`(path: String, problem: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get(path)
      #expect(answer.problem == problem)
    }
  }

  @Test func `a key without admin, or of one app, is refused`() async throws {
    try await TestService.with { service in
      let reader = try await service.keys.create(name: "game", scopes: [.read, .grants])
      #expect(
        try await service.get("/v1/dead-letters", as: reader).problem == "403 insufficient_scope")
      let bound = try await service.keys.create(
        name: "game", scopes: [.admin], reach: KeyReach(apps: [TestLedger.bundleID]))
      #expect(try await service.get("/v1/dead-letters", as: bound).status == 403)
      #expect(try await service.post("/v1/dead-letters/retry", "", as: bound).status == 403)
    }
  }
}
