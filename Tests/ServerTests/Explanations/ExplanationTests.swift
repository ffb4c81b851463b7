import EventStore
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

struct ExplanationTests {
  private static let account = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private func withMonths(
    _ body: @escaping @Sendable (TestLedger, AccountKey) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      var months = PaidMonths("3000")
      months.token = Self.account
      let account = ledger.account(AccountID(Self.account))
      let claim = ChainClaimed(
        chain: ChainID(.production, months.chain),
        account: account.reference, claimedAt: months.start)
      _ = try await ledger.known(account.account)
      try await ledger.record(months.events(2) + [.account(.chainClaimed(claim))])
      var late = months
      late.start = Instant(day: "2025-01-30")
      late.refunded = Instant(day: "2025-04-10")
      try await ledger.record(late.events(1, from: 2))
      try await ledger.project()
      try await body(ledger, account)
    }
  }

  private func ids(_ ledger: TestLedger) async throws -> [EventID] {
    try await ledger.reader.history.events(of: .chain(ChainID(.production, "3000"))).map(\.id)
  }

  @Test func `an account is explained as a person would tell it`() async throws {
    try await withMonths { ledger, account in
      let explanation = try await AccountExplanation(
        account, from: ledger.reader, at: Instant(day: "2025-03-20"), knownAt: nil)
      let ids = try await ids(ledger)
      let told = explanation.lines.prefix { $0 != "Events:" }
      #expect(
        told.joined(separator: "\n") == """
          Account 0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b at 2025-03-20T00:00:00.000Z

          May use:
            nothing

          Subscriptions:
            3000  com.example.month  expired  period ends 2025-03-11T00:00:00.000Z  because of \(ids[1])

          Paid service in group group:
            60 days have been paid for; nothing has run since 2025-03-11T00:00:00.000Z.
            Of a charge now Apple keeps 30 %, because a year of paid service had not been reached.
            If nothing more is bought, all of it is lost after 2025-05-10T01:00:00.000Z.
            3000100  2025-01-10T00:00:00.000Z to 2025-02-09T00:00:00.000Z  30 days paid, charged 9.99 EUR, Apple keeps 30 %: a year of paid service had not been reached
            3000101  2025-02-09T00:00:00.000Z to 2025-03-11T00:00:00.000Z  30 days paid, charged 9.99 EUR, Apple keeps 30 %: a year of paid service had not been reached

          Consent to tell Apple of consumption:
            never given

          Coins:
            none

          """)
    }
  }

  @Test func `a refunded period is explained as such, and closes no gap`() async throws {
    try await withMonths { ledger, account in
      let explanation = try await AccountExplanation(
        account, from: ledger.reader, at: Instant(day: "2025-06-01"), knownAt: nil)
      let service = explanation.lines.drop { !$0.hasPrefix("Paid service") }
      #expect(
        service.dropFirst().first
          == "  All of it is lost: the gap grew too long. The next charge begins at zero.")
      #expect(!service.contains { $0.contains("a gap of") })
      #expect(service.contains { $0.hasSuffix(", refunded 2025-04-10T00:00:00.000Z") })
    }
  }

  @Test func `a purchase is explained with what Apple kept and when that was learned`() async throws
  {
    try await withMonths { ledger, _ in
      let chain = ChainID(.production, "3000")
      let moment = try await ledger.log.cut().moment
      let known = try await PurchaseExplanation(
        chain, from: ledger.reader, at: Instant(day: "2025-02-10"), knownAt: nil)
      _ = try await ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2025-02-01"),
        until: Instant(day: "2025-03-01"))
      try await ledger.project()
      let events = try await ledger.reader.history.events(of: .chain(chain))
      let learnt = try #require(events.first).recordedAt
      let program = try #require(try await ledger.log.reading.shared().first)
      let ids = events.map(\.id)
      let told = try await PurchaseExplanation(
        chain, from: ledger.reader, at: Instant(day: "2025-02-10"), knownAt: nil
      ).lines.prefix { $0 != "Events:" }
      let year = "because a year of paid service had not been reached"
      #expect(
        told.joined(separator: "\n") == """
          Purchase 3000 in Production at 2025-02-10T00:00:00.000Z
          Belongs to \(Self.account)

          Subscription:
            3000  com.example.month  active  period ends 2025-03-11T00:00:00.000Z  because of \(ids[1])

          Transactions:
            3000100  com.example.month  bought 2025-01-10T00:00:00.000Z  to 2025-02-09T00:00:00.000Z  because of \(ids[0])
            3000101  com.example.month  bought 2025-02-09T00:00:00.000Z  to 2025-03-11T00:00:00.000Z  because of \(ids[1])
            3000102  com.example.month  bought 2025-03-31T00:00:00.000Z  to 2025-04-30T00:00:00.000Z  revoked 2025-04-10T00:00:00.000Z  because of \(ids[2])

          Commission:
            1  3000100  2025-01-10T00:00:00.000Z  9.99 EUR at 30 %, \(year); learned \(learnt) from event \(ids[0])
            2  3000101  2025-02-09T00:00:00.000Z  9.99 EUR at 30 %, \(year); learned \(learnt) from event \(ids[1])
            3  3000102  2025-03-31T00:00:00.000Z  9.99 EUR at 30 %, \(year); learned \(events[2].recordedAt) from event \(ids[2])
            4  3000101  2025-02-09T00:00:00.000Z  9.99 EUR at 15 %, because the program small-business was in force; learned \(program.recordedAt) from event \(program.id) (corrects line 2)

          Journal:
            1  3000100  2025-01-10T00:00:00.000Z  charge of 9.99 EUR: estimated tax 1.595 EUR, commission 2.519 EUR, proceeds 5.876 EUR; learned \(learnt) from event \(ids[0])
            2  3000101  2025-02-09T00:00:00.000Z  charge of 9.99 EUR: estimated tax 1.595 EUR, commission 2.519 EUR, proceeds 5.876 EUR; learned \(learnt) from event \(ids[1])
            3  3000102  2025-03-31T00:00:00.000Z  charge of 9.99 EUR: estimated tax 1.595 EUR, commission 2.519 EUR, proceeds 5.876 EUR; learned \(events[2].recordedAt) from event \(ids[2])
            4  3000102  2025-04-10T00:00:00.000Z  refund of 9.99 EUR: estimated tax 1.595 EUR, commission 2.519 EUR, proceeds 5.876 EUR; learned \(events[2].recordedAt) from event \(ids[2])
            5  3000101  2025-02-09T00:00:00.000Z  charge of -9.99 EUR: estimated tax -1.595 EUR, commission -2.519 EUR, proceeds -5.876 EUR; learned \(program.recordedAt) from event \(program.id) (adjusts entry 2)
            6  3000101  2025-02-09T00:00:00.000Z  charge of 9.99 EUR: estimated tax 1.595 EUR, commission 1.259 EUR, proceeds 7.136 EUR; learned \(program.recordedAt) from event \(program.id) (adjusts entry 5)

          Coins:
            none

          """)
      let past = try await PurchaseExplanation(
        chain, from: ledger.reader, at: Instant(day: "2025-02-10"), knownAt: moment)
      #expect(past.lines == known.lines)
    }
  }

  @Test func `of the events only the newest are told on request, with the number of the others`()
    async throws
  {
    try await withMonths { ledger, account in
      let (chain, at) = (ChainID(.production, "3000"), Instant(day: "2025-02-10"))
      let newest = try #require(try await ids(ledger).last)
      let purchase = try await PurchaseExplanation(
        chain, from: ledger.reader, at: at, knownAt: nil, last: 1)
      let told = purchase.lines.drop { $0 != "Events, without 2 earlier ones:" }.dropFirst()
      #expect(told.filter { !$0.hasPrefix("    ") }.count == 1)
      #expect(told.first?.hasPrefix("\(newest)  ") == true)
      let json = String(decoding: try JSONEncoder().encode(purchase), as: UTF8.self)
      #expect(json.contains(#""eventsLeftOut":2"#))

      let whole = try await AccountExplanation(account, from: ledger.reader, at: at, knownAt: nil)
      let enough = try await AccountExplanation(
        account, from: ledger.reader, at: at, knownAt: nil, last: 100)
      #expect(enough.lines == whole.lines)
      #expect(whole.lines.contains("Events:"))
    }
  }

  @Test func `an account is explained as it was before another one took its purchase`() async throws
  {
    try await withMonths { ledger, account in
      let at = Instant(day: "2025-02-10")
      let known = try await AccountExplanation(account, from: ledger.reader, at: at, knownAt: nil)
      let moment = try await ledger.log.cut().moment
      var moved = PaidMonths("3000")
      moved.token = "7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
      try await ledger.record(moved.events(1, from: 5))
      try await ledger.project()
      let now = try await AccountExplanation(account, from: ledger.reader, at: at, knownAt: nil)
      #expect(now.lines.last == "Events:")
      let past = try await AccountExplanation(
        account, from: ledger.reader, at: at, knownAt: moment)
      #expect(past.lines == known.lines)
    }
  }

  @Test func `coins are explained by what granted, spent and took them back`() async throws {
    try await TestLedger.with { ledger in
      let pack = GemPurchase("1")
      let ann = ledger.account("ann")
      let gems = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems]), of: TestLedger.bundleID, validFrom: pack.boughtAt)
      try await ledger.record([pack.bought(), pack.owned(by: ann.reference)])
      try await ledger.grant()
      _ = try await ledger.intake.walletDecisions.ask(
        WalletCommand(.spend("gem", 70), key: "sword-1", reference: "sword"), of: "ann",
        in: TestLedger.bundleID, environment: .production)
      try await ledger.record([pack.refunded(50_000)])
      try await ledger.grant()
      try await ledger.project()
      let booked = try await ledger.log.reading.events(of: .account(ann.reference))
        .filter { if case .account(.coinsMoved) = $0.event { true } else { false } }
      let made = try #require(
        try await ledger.log.reading.events(of: .chain(pack.chain))
          .first { if case .chain(.grantMade) = $0.event { true } else { false } })
      let now = try await ledger.log.cut().moment
      let account = try await AccountExplanation(ann, from: ledger.reader, at: now, knownAt: nil)
      #expect(
        account.coins == """
          Coins:
            -20 gem: 0 bought, 0 earned, 20 owed, 0 reserved
            \(booked[0].recordedAt)  credited 100 gem of grant \(pack.grant()) for gems in 1, which left 100  because of \(booked[0].id)
            \(booked[1].recordedAt)  spent 70 gem for sword, which left 30  because of \(booked[1].id)
            \(booked[2].recordedAt)  taken back 50 gem of grant \(pack.grant()) for gems in 1, which left -20  because of \(booked[2].id)

          """)
      let events = account.lines.drop { $0 != "Events:" }
      for entry in booked {
        #expect(events.contains { $0.contains("\(entry.id)  ") }, "\(entry.id) is cited")
      }
      let early = try await AccountExplanation(
        ann, from: ledger.reader, at: now, knownAt: booked[0].recordedAt)
      #expect(early.coins.contains("100 gem: 100 bought, 0 earned, 0 reserved"))
      #expect(!early.coins.contains("sword"))
      let purchase = try await PurchaseExplanation(
        pack.chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(
        purchase.coins == """
          Coins:
            1  100 gem, 50 taken back  pending  of ann  grant \(pack.grant())  because of \(made.id)

          """)
    }
  }

  @Test func `a purchase whose coins wait for a catalog says so`() async throws {
    try await TestLedger.with { ledger in
      let pack = GemPurchase("1")
      try await ledger.record([pack.bought()])
      try await ledger.project()
      let purchase = try await PurchaseExplanation(
        pack.chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(purchase.coins == "Coins:\n  1 waits for a catalog\n")
    }
  }

  @Test func `a purchase before the cut-over date was granted externally`() async throws {
    try await TestLedger.with { ledger in
      let pack = GemPurchase("1")
      let ann = ledger.account("ann")
      try await ledger.intake.catalogs.declare(
        before: Instant(day: "2026-05-02"), of: TestLedger.bundleID, in: .production)
      try await ledger.record([pack.bought(), pack.owned(by: ann.reference)])
      try await ledger.record([
        .account(
          .chainClaimed(
            ChainClaimed(
              chain: pack.chain, account: ann.reference,
              claimedAt: pack.boughtAt)))
      ])
      try await ledger.grant()
      try await ledger.project()
      let line = "  1  granted externally: bought before 2026-05-02T00:00:00.000Z"
      let purchase = try await PurchaseExplanation(
        pack.chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(purchase.coins == "Coins:\n\(line)\n")
      let now = try await ledger.log.cut().moment
      let account = try await AccountExplanation(ann, from: ledger.reader, at: now, knownAt: nil)
      #expect(account.coins == "Coins:\n  none\n\(line)\n")
    }
  }
}

extension AccountExplanation {
  fileprivate var coins: String { lines.section("Coins:") }
}

extension PurchaseExplanation {
  fileprivate var coins: String { lines.section("Coins:") }
}

extension [String] {
  fileprivate func section(_ title: String) -> String {
    drop { $0 != title }.prefix { $0 != "Events:" }.joined(separator: "\n")
  }
}
