import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Two chains of one Apple Account that belong to two accounts of the game.
struct SharedCustomerTests {
  /// Twelve months of thirty days on the first chain, then ten days on the second: 370 days before
  /// nothing, 360 before the charge of the second chain, which is not the reduced rate yet; with
  /// thirteen months 390.
  @Test(arguments: [(12, 370, "0.30"), (13, 400, "0.15")])
  func `service is summed over both accounts, and each sees its own transactions`(
    months: Int, days: Int, rate: String
  ) async throws {
    try await TestLedger.with { ledger in
      let (anna, bert) = (ledger.account("anna"), ledger.account("bert"))
      let first = PaidMonths("5000", of: "704000000000000001")
      var second = PaidMonths("6000", of: "704000000000000001")
      second.start = first.start + .seconds(months * 30 * 86_400)
      try await ledger.record(first.events(months) + second.events(1))
      for (chain, account) in [("5000", "anna"), ("6000", "bert")] {
        _ = try await ledger.intake.links.assign(
          OriginalTransactionID(chain), to: AccountID(account), of: TestLedger.bundleID,
          in: .production, author: "kim", reason: "ticket 9")
      }
      try await ledger.project()
      let at = second.start + .seconds(10 * 86_400)
      for (account, own) in [(anna, months), (bert, 1)] {
        let groups = try await ledger.reader.tenure.groups(of: account, at: at).value
        #expect(groups.map(\.customer) == ["704000000000000001"])
        #expect(groups.map(\.tenure.daysOfPaidService) == [days])
        #expect(groups.map(\.ownTransactions.count) == [own])
        #expect(groups.first?.rates["6000100"]?.description == rate)
      }
      let known = try await ledger.reader.tenure.groups(
        of: bert, at: at, knownAt: try await ledger.log.cut().moment
      ).value
      #expect(known.map(\.tenure.daysOfPaidService) == [days])
    }
  }
}
