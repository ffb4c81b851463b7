import Access
import HTTPTypes
import Ledger
import TestSupport
import Testing

@testable import HTTP

/// Reservations that end by themselves. The service's present is fixed, so that time is told to the
/// wallet itself.
struct ReservationExpiryTests {
  private static let start = Instant(day: "2026-05-01")

  private func wallet() -> Wallet {
    Wallet(
      of: AccountReference(.production, TestLedger.bundleID, "anna"), in: TestLedger.bundleID,
      environment: .production)
  }

  private func ask(
    _ wallet: inout Wallet, _ action: WalletCommand.Action, _ key: String, after seconds: Int,
    expiresIn: Duration? = nil
  ) -> WalletDecision {
    let decision = wallet.decide(
      WalletCommand(action, key: IdempotencyKey(key), expiresIn: expiresIn),
      at: Self.start + .seconds(seconds))
    if case .accepted(let moved) = decision { wallet.evolve(moved) }
    return decision
  }

  private func available(_ wallet: Wallet, after seconds: Int) -> [Int64] {
    wallet.balances(at: Self.start + .seconds(seconds)).flatMap { [$0.available, $0.reserved] }
  }

  /// Returns a wallet of 100 gems, of which 40 are reserved for a minute.
  private func reserved() -> Wallet {
    var wallet = wallet()
    _ = ask(&wallet, .adjust("gem", 100, reason: "r", author: "a"), "1", after: 0)
    _ = ask(&wallet, .reserve("gem", 40), "2", after: 0, expiresIn: .seconds(60))
    return wallet
  }

  @Test func `from its end on the coins are available again`() {
    let wallet = reserved()
    #expect(available(wallet, after: 59) == [60, 40])
    #expect(available(wallet, after: 60) == [100, 0])
    #expect(wallet.openReservations(at: Self.start + .seconds(59)).map(\.amount) == [40])
    #expect(wallet.openReservations(at: Self.start + .seconds(60)).isEmpty)
  }

  @Test func `after its end it cannot be committed, and its coins can be spent`() {
    var wallet = reserved()
    #expect(ask(&wallet, .commit("2"), "3", after: 60) == .rejected(.reservationExpired))
    guard case .accepted(let spent) = ask(&wallet, .spend("gem", 90), "4", after: 61) else {
      Issue.record("the coins of the reservation are not available")
      return
    }
    #expect(spent.movement == .spent(amount: 90))
    #expect(wallet.entries.last?.balance == 10)
    #expect(available(wallet, after: 61) == [10, 0])
  }

  @Test func `canceling it afterwards gives nothing twice`() {
    var wallet = reserved()
    _ = ask(&wallet, .cancel("2"), "3", after: 90)
    #expect(wallet.entries.last?.balance == 100)
    #expect(available(wallet, after: 90) == [100, 0])
    guard let canceled = wallet.entries.last else { return }
    #expect(ask(&wallet, .cancel("2"), "4", after: 95) == .repeated(canceled))
    #expect(ask(&wallet, .commit("2"), "5", after: 95) == .rejected(.reservationSettled(canceled)))
    #expect(available(wallet, after: 95) == [100, 0])
  }

  @Test func `before its end it is committed, and never ends then`() {
    var wallet = reserved()
    _ = ask(&wallet, .commit("2"), "3", after: 59)
    #expect(available(wallet, after: 3_600) == [60, 0])
    guard let committed = wallet.entries.last else { return }
    #expect(ask(&wallet, .commit("2"), "4", after: 3_600) == .repeated(committed))
  }

  @Test func `the same request with another end is another request`() {
    var wallet = reserved()
    let first = wallet.entries[1]
    #expect(
      ask(&wallet, .reserve("gem", 40), "2", after: 9, expiresIn: .seconds(60)) == .repeated(first))
    #expect(
      ask(&wallet, .reserve("gem", 40), "2", after: 9, expiresIn: .seconds(61)) == .conflict(first))
    #expect(ask(&wallet, .reserve("gem", 40), "2", after: 9) == .conflict(first))
  }

  @Test func `the API takes seconds, and lists what is open`() async throws {
    try await TestService.with { service in
      let path = "/v1/accounts/anna/wallet"
      func ask(_ verb: String, _ body: String, key: String) async throws -> Answer {
        var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        return try await service.ask("\(path)/\(verb)", .post, headers, body)
      }
      _ = try await ask(
        "adjust", #"{"coin":"gem","amount":9,"reason":"r","author":"a"}"#, key: "1")
      let done = try await ask(
        "reserve", #"{"coin":"gem","amount":4,"expiresIn":60}"#, key: "match-7")
      struct Entry: Decodable {
        let bookedAt: String
        let expiresAt: String
      }
      let entry = try done.decode(Entry.self)
      let (booked, end) = (Instant(entry.bookedAt), Instant(entry.expiresAt))
      #expect(booked.map { $0 + .seconds(60) } == end)
      let wallet = try await service.get(path)
      #expect(
        wallet.body.contains(
          """
          "reservations":[{"amount":4,"coin":"gem","environment":"Production",\
          "expiresAt":"\(entry.expiresAt)",\
          "reservation":"match-7","reservedAt":"\(entry.bookedAt)"}]
          """))
      for (verb, body, problem) in [
        ("reserve", #"{"coin":"gem","amount":4,"expiresIn":0}"#, "400 invalid_body"),
        ("spend", #"{"coin":"gem","amount":4,"expiresIn":9}"#, "400 unknown_field"),
      ] {
        #expect(try await ask(verb, body, key: verb).problem == problem)
      }
    }
  }
}
