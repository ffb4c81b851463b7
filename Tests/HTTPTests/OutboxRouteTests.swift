import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import Outbox
import TestSupport
import Testing

struct OutboxRouteTests {
  private struct Submission: Decodable {
    let id: String, state: String, position: String
  }

  private struct Listed: Decodable {
    struct Job: Decodable {
      let id: String, kind: String, state: String, reason: String?, subject: String
    }
    let jobs: [Job], next: String?
  }

  private func list(_ service: TestService, _ query: String = "") async throws -> Listed {
    try await service.get("/v1/outbox\(query)").decode(Listed.self)
  }

  private static func body(_ transactions: String...) -> String {
    let quoted = transactions.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"account":"anna","signedTransactions":[\#(quoted)]}"#
  }

  @Test func `a receipt says later what the post was answered`() async throws {
    try await TestService.with { service in
      let good = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let posted = try await service.post("/v1/transactions", Self.body(good, "rubbish"))
      #expect(posted.status == 200)
      let id = try posted.decode(Submission.self).id
      let receipt = try await service.get("/v1/receipts/\(id)")
      let tag = try #require(receipt.headers[.eTag])
      let again = try await service.get("/v1/receipts/\(id)", headers: [.ifNoneMatch: tag])
      #expect(again.status == 304)
      #expect(receipt.status == 200)
      #expect(receipt.body == posted.body)
      #expect(
        try await service.get("/v1/receipts/rcp_unknown").problem == "404 receipt_not_found")
    }
  }

  @Test func `a receipt is read by its sender, and by readers who reach all of it`() async throws {
    try await TestService.with { service in
      func key(
        _ scopes: Set<Scope>, app: BundleID? = nil, _ environment: StoreEnvironment? = nil
      ) async throws -> APIKey {
        let reach = KeyReach(
          apps: app.map { [$0] }, environments: environment.map { [$0] })
        return try await service.keys.create(name: "game", scopes: scopes, reach: reach)
      }
      let good = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let sender = try await key([.ingest])
      let whole = try await service.post("/v1/transactions", Self.body(good), as: sender)
        .decode(Submission.self).id
      let mixed = try await service.post("/v1/transactions", Self.body(good, "bad"), as: sender)
        .decode(Submission.self).id
      let game = TestLedger.bundleID
      // A rejected item names no app, so only a key without bounds reaches it.
      for (reader, readsWhole, readsMixed) in [
        (sender, true, true), (try await key([.ingest]), false, false),
        (try await key([.ingest, .read]), true, true), (try await key([.admin]), true, true),
        (try await key([.ingest, .read], app: game, .production), true, false),
        (try await key([.ingest, .read], app: game, .sandbox), false, false),
        (try await key([.admin], app: "com.example.other"), false, false),
      ] {
        for (id, reads) in [(whole, readsWhole), (mixed, readsMixed)] {
          let answer = try await service.get("/v1/receipts/\(id)", as: reader)
          #expect(answer.status == (reads ? 200 : 404))
          if !reads { #expect(answer.problem == "404 receipt_not_found") }
        }
      }
    }
  }

  @Test func `a login answers the receipts that its key may read, and works on all`() async throws {
    struct Resumed: Decodable {
      struct Receipt: Decodable { let id: String }
      let worked: Int, receipts: [Receipt]
    }
    try await TestService.with { service in
      var transaction = SignableTransaction.month()
      transaction.signedDate = (TestLedger.now + .seconds(2 * 86_400)).milliseconds
      let jws = try service.ledger.authority.sign(payload: transaction)
      let sender = try await service.keys.create(name: "game", scopes: [.ingest])
      let id = try await service.post("/v1/transactions", Self.body(jws), as: sender)
        .decode(Submission.self).id
      for (key, ids) in [
        (sender, [id]), (try await service.keys.create(name: "other", scopes: [.ingest]), []),
      ] {
        let resumed = try await service.post("/v1/accounts/anna/resume", "", as: key)
          .decode(Resumed.self)
        #expect(resumed.worked == 1 && resumed.receipts.map(\.id) == ids)
      }
    }
  }

  @Test func `what is signed ahead of our clock is saved, and says so later too`() async throws {
    try await TestService.with { service in
      var transaction = SignableTransaction.month()
      transaction.signedDate = (TestLedger.now + .seconds(2 * 86_400)).milliseconds
      let jws = try service.ledger.authority.sign(payload: transaction)
      let posted = try await service.post("/v1/transactions", Self.body(jws))
      #expect(posted.status == 202)
      let submission = try posted.decode(Submission.self)
      #expect(submission.state == "pending")
      #expect(try await service.get("/v1/receipts/\(submission.id)").status == 202)
    }
  }

  @Test func `an operator lists dead letters, retries them, and sets them aside`() async throws {
    try await TestService.with { service in
      let foreign = try ["1", "2"].map {
        try service.ledger.authority.sign(
          payload: SignableTransaction.month($0, bundleID: "com.example.other"))
      }
      _ = try await service.post("/v1/transactions", Self.body(foreign[0], foreign[1]))
      #expect(try await list(service, "?state=owed").jobs.isEmpty)
      let first = try await list(service, "?state=parked&kind=post&limit=1")
      let rest = try await list(
        service, "?state=parked&kind=post&after=\(try #require(first.next))")
      #expect(rest.next == nil)
      let jobs = first.jobs + rest.jobs
      #expect(jobs.map(\.reason) == ["app_not_configured", "app_not_configured"])
      let id = jobs[0].id
      let retried = try await service.post("/v1/outbox/\(id)/retry", "")
      #expect(retried.body == #"{"id":"\#(id)","state":"owed"}"#)
      #expect(try await list(service, "?state=owed").jobs.map(\.id) == [id])
      let parked = try await service.post("/v1/outbox/\(id)/park", #"{"reason":"later"}"#)
      #expect(parked.body == #"{"id":"\#(id)","state":"parked"}"#)
      let reasons = try await list(service, "?state=parked").jobs.map(\.reason)
      #expect(Set(reasons) == ["later", "app_not_configured"])
    }
  }

  @Test func `an operator counts jobs, and retries those with a reason`() async throws {
    try await TestService.with { service in
      let foreign = try service.ledger.authority.sign(
        payload: SignableTransaction.month("1", bundleID: "com.example.other"))
      _ = try await service.post("/v1/transactions", Self.body(foreign))
      struct Summary: Decodable {
        struct Group: Decodable { let state: String, kind: String, reason: String?, count: Int }
        let total: Int, groups: [Group]
      }
      let summary = try await service.get("/v1/outbox/summary").decode(Summary.self)
      #expect(summary.total == 1)
      #expect(summary.groups.map(\.state) == ["parked"])
      #expect(summary.groups.map(\.reason) == ["app_not_configured"])
      #expect(
        try await service.post("/v1/outbox/retry", "").problem == "400 invalid_parameter")
      let other = try await service.post("/v1/outbox/retry?kind=finish", "")
      #expect(other.body == #"{"retried":0}"#)
      let retried = try await service.post("/v1/outbox/retry?reason=app_not_configured", "")
      #expect(retried.body == #"{"retried":1}"#)
      #expect(try await list(service, "?reason=app_not_configured").jobs.isEmpty)
      #expect(try await list(service, "?state=owed").jobs.count == 1)
    }
  }

  @Test(arguments: [
    ("/v1/outbox/00000000000000000000000000000000/retry", "", "404 job_not_found"),
    ("/v1/outbox/nonsense/retry", "", "404 job_not_found"),
    (
      "/v1/outbox/00000000000000000000000000000000/park", #"{"reason":"x"}"#,
      "404 job_not_found"
    ),
    ("/v1/outbox/00000000000000000000000000000000/park", "{}", "400 invalid_body"),
    (
      "/v1/outbox/00000000000000000000000000000000/park", #"{"reason":""}"#, "400 invalid_body"
    ),
  ])
  func `an unknown job, or a malformed command, is rejected`(
    path: String, body: String, problem: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.post(path, body)
      #expect(answer.problem == problem)
    }
  }

  @Test(arguments: ["?state=gone", "?kind=nonsense", "?after=x", "?limit=0"])
  func `a list that is asked for wrongly says how`(query: String) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/outbox\(query)")
      #expect(answer.problem == "400 invalid_parameter")
    }
  }

  @Test func `the outbox is an operator's, receipts and logins the game's`() async throws {
    try await TestService.with { service in
      let game = try await service.keys.create(name: "game", scopes: [.ingest])
      #expect(try await service.get("/v1/outbox", as: game).problem == "403 insufficient_scope")
      let receipt = try await service.get("/v1/receipts/rcp_1", as: game)
      #expect(receipt.problem == "404 receipt_not_found")
      #expect(try await service.post("/v1/accounts/anna/resume", "", as: game).status == 200)
      let reader = try await service.keys.create(name: "reader", scopes: [.read])
      let rejected = try await service.get("/v1/receipts/rcp_1", as: reader)
      #expect(rejected.problem == "403 insufficient_scope")
    }
  }

  @Test func `an unknown purchase is asked of Apple, then linked at the login`() async throws {
    struct Pending: Decodable {
      let id: String, account: String, originalTransactionId: String, state: String
    }
    struct Resumed: Decodable { let account: String, worked: Int, pendingGrants: Int }
    try await TestService.with(askable: [TestLedger.bundleID]) { service in
      let path = "/v1/accounts/anna/purchases"
      let body = #"{"originalTransactionId":"2000"}"#
      let answer = try await service.post(path, body)
      #expect(answer.status == 202)
      let pending = try answer.decode(Pending.self)
      #expect(pending.account == "anna")
      #expect(pending.originalTransactionId == "2000")
      #expect(pending.state == "pending")
      let owed = try await list(service, "?state=owed").jobs
      #expect(owed.map(\.kind).sorted() == ["history", "link"])
      #expect(owed.contains { $0.id == pending.id })
      // What Apple would tell comes by itself.
      let jws = try service.ledger.authority.subscribed(.month())
      _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      let resumed = try await service.post("/v1/accounts/anna/resume", "").decode(Resumed.self)
      #expect(resumed.worked == 1)
      #expect(resumed.pendingGrants == 0)
      try await service.ledger.project()
      let entitlements = try await service.get("/v1/accounts/anna/entitlements").body
      #expect(entitlements.contains(#""transactionId":"2000""#))
    }
  }

  @Test func `an unknown renewal is linked once Apple has told it`() async throws {
    struct Resumed: Decodable { let worked: Int }
    try await TestService.with(askable: [TestLedger.bundleID]) { service in
      #expect(try await service.links("anna", "2001").status == 202)
      var renewed = SignableTransaction.month("2001")
      renewed.originalTransactionId = "2000"
      try await service.hears(.month())
      try await service.hears(renewed)
      let resumed = try await service.post("/v1/accounts/anna/resume", "").decode(Resumed.self)
      #expect(resumed.worked == 1)
      try await service.ledger.project()
      #expect(try await service.users(among: ["anna"]) == ["anna"])
    }
  }

  @Test func `without a key for the Server API an unknown purchase is not found`() async throws {
    try await TestService.with { service in
      let answer = try await service.post(
        "/v1/accounts/anna/purchases", #"{"originalTransactionId":"2000"}"#)
      #expect(answer.problem == "404 purchase_not_found")
    }
  }
}
