import Access
import EventStore
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

struct ConsentTests {
  private struct Consent: Decodable {
    let account: String, consumption: Bool, position: String
  }

  private func say(
    _ body: String, by account: String = "anna", to service: TestService
  ) async throws -> Answer {
    try await service.ask(
      "/v1/accounts/\(account)/consent", .put,
      [.authorization: "Bearer \(service.key.text)"], body)
  }

  @Test func `an account's word is recorded once, and its position can be waited for`() async throws
  {
    try await TestService.with { service in
      for (given, count) in [(true, 1), (true, 1), (false, 2), (true, 3)] as [(Bool, Int64)] {
        let answer = try await say(#"{"consumption":\#(given)}"#, to: service)
        #expect(answer.status == 200)
        let consent = try answer.decode(Consent.self)
        #expect(consent.account == "anna")
        #expect(consent.consumption == given)
        #expect(
          try await service.ledger.count("select count(*) from event where type = 17") == count)
        try await service.ledger.project()
        let path = "/v1/accounts/anna/entitlements?minPosition=\(consent.position)"
        #expect(try await service.get(path).status == 200)
      }
    }
  }

  @Test func `what was said last can be read, and nothing is null`() async throws {
    struct Told: Decodable {
      struct Consent: Decodable, Equatable { let consumption: Bool?, changedAt: String? }
      struct Place: Decodable, Equatable { let environment: String, consent: Consent }
      let account: String, environments: [Place]
    }
    try await TestService.with { service in
      let path = "/v1/accounts/anna/consent"
      let before = try await service.get(path)
      let silence = Told.Consent(consumption: nil, changedAt: nil)
      #expect(
        try before.decode(Told.self).environments
          == [.init(environment: "Production", consent: silence)])
      for given in [true, false] {
        _ = try await say(#"{"consumption":\#(given)}"#, to: service)
        let told = try await service.get(path).decode(Told.self)
        #expect(told.account == "anna")
        let word = Told.Consent(consumption: given, changedAt: "2026-06-01T00:00:00.000Z")
        #expect(told.environments == [.init(environment: "Production", consent: word)])
        let all = try await service.get("\(path)?environment=any").decode(Told.self)
        #expect(
          all.environments == [
            .init(environment: "Production", consent: word),
            .init(environment: "Sandbox", consent: silence),
          ])
        let bound = try await service.keys.create(
          name: "qa", scopes: [.read], reach: KeyReach(environments: [.sandbox]))
        let own = try await service.get("\(path)?environment=any", as: bound).decode(Told.self)
        #expect(own.environments == Array(all.environments[1...]))
      }
      let tag = try #require(try await service.get(path).headers[.eTag])
      #expect(try await service.get(path, headers: [.ifNoneMatch: tag]).status == 304)
      let other = try await service.delete(path)
      #expect(other.headers[.allow] == "GET, HEAD, PUT")
    }
  }

  @Test func `the account's history and its explanation tell it`() async throws {
    struct Page: Decodable {
      struct Item: Decodable { let type: String, data: [String: String] }
      let history: [Item], next: String?
    }
    try await TestService.with { service in
      let ledger = service.ledger
      _ = try await say(#"{"consumption":true}"#, to: service)
      _ = try await say(#"{"consumption":false}"#, to: service)
      try await ledger.project()
      let path = "/v1/accounts/anna/history"
      let whole = try await service.get(path).decode(Page.self).history
      #expect(whole.map(\.type) == ["consent.changed", "consent.changed"])
      #expect(whole.map { $0.data["consumption"] } == ["true", "false"])
      #expect(whole.allSatisfy { $0.data["account"] == "anna" })
      let first = try await service.get("\(path)?limit=1").decode(Page.self)
      let next = try #require(first.next)
      let second = try await service.get("\(path)?after=\(next)").decode(Page.self)
      #expect(second.history.map { $0.data["consumption"] } == ["false"])
    }
  }

  @Test func `said under an alias, it is the word of the account`() async throws {
    try await TestService.with { service in
      let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
      _ = try await service.registers("anna", token)
      #expect(try await say(#"{"consumption":true}"#, by: token, to: service).status == 200)
      for name in ["anna", token] {
        let consent = try await service.ledger.accounts.consumptionConsent(
          of: service.ledger.account(AccountID(name)).reference)
        #expect(consent.isGiven)
        #expect(consent.account == service.ledger.account("anna").reference)
      }
    }
  }

  @Test(arguments: [
    ("", "400 unreadable_body"), ("{}", "400 invalid_body"),
    (#"{"consumption":"yes"}"#, "400 invalid_body"), (#"{"consumption":1}"#, "400 invalid_body"),
  ])
  func `a body that says nothing is rejected`(body: String, problem: String) async throws {
    try await TestService.with { service in
      let answer = try await say(body, to: service)
      #expect(answer.problem == problem)
    }
  }

  @Test func `a key that may not ingest may not speak for an account`() async throws {
    try await TestService.with { service in
      let reading = try await service.keys.create(name: "reading", scopes: [.read])
      let answer = try await service.ask(
        "/v1/accounts/anna/consent", .put, [.authorization: "Bearer \(reading.text)"],
        #"{"consumption":true}"#)
      #expect(answer.problem == "403 insufficient_scope")
    }
  }

  private struct Told: Decodable {
    struct Place: Decodable {
      struct Consent: Decodable { let consumption: Bool?, changedAt: String? }
      let consent: Consent
    }
    let known: Bool?, environments: [Place]
  }

  /// Anna consents on the first of May, and refuses on the twentieth.
  @Test func `a word that was said or recorded later is left out`() async throws {
    try await TestService.with { service in
      func say(_ given: Bool, on day: String) async throws -> Instant {
        let intake = service.ledger.intake(link: .firstWins, at: Instant(day: day))
        _ = try await intake.consents.record(
          given, by: "anna", of: TestLedger.bundleID, in: .production)
        try await service.ledger.project()
        return try await service.ledger.log.cut().moment
      }
      func word(_ query: String) async throws -> Bool? {
        let told = try await service.get("/v1/accounts/anna/consent?\(query)").decode(Told.self)
        let place = try #require(told.environments.first)
        return place.consent.consumption
      }
      let first = try await say(true, on: "2026-05-01")
      let second = try await say(false, on: "2026-05-20")
      #expect(try await word("") == false)
      #expect(try await word("at=2026-05-20T00:00:00.000Z") == false)
      #expect(try await word("at=2026-05-19T23:59:59.999Z") == true)
      #expect(try await word("at=2026-04-30T23:59:59.999Z") == nil)
      #expect(try await word("knownAt=\(second)") == false)
      #expect(try await word("knownAt=\(first)") == true)
      #expect(try await word("knownAt=\(first)&at=2026-04-30T00:00:00.000Z") == nil)
      #expect(try await word("knownAt=2001-01-01T00:00:00.000Z") == nil)
      let future = try await service.get(
        "/v1/accounts/anna/consent?knownAt=2999-01-01T00:00:00.000Z")
      #expect(future.problem == "400 invalid_parameter")
    }
  }

  @Test func `before a token was registered it had no word, and was not known`() async throws {
    try await TestService.with { service in
      let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
      _ = try await say(#"{"consumption":true}"#, to: service)
      let before = try await service.ledger.log.cut().moment
      _ = try await service.registers("anna", token)
      let path = "/v1/accounts/\(token)/consent"
      let now = try await service.get(path).decode(Told.self)
      #expect(now.known == nil && now.environments.map(\.consent.consumption) == [true])
      let then = try await service.get("\(path)?knownAt=\(before)").decode(Told.self)
      #expect(then.known == false && then.environments.map(\.consent.consumption) == [nil])
    }
  }
}
