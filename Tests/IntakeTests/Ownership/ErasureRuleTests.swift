import Ledger
import TestSupport
import Testing

@testable import Intake

struct ErasureRuleTests {
  private let anna = AccountReference(.production, TestLedger.bundleID, "anna")
  private let guest = AccountReference(.production, TestLedger.bundleID, "guest")
  private let bert = AccountReference(.production, TestLedger.bundleID, "bert")

  /// Decides on the name of a guest, which is erased with Anna's.
  private func decide(on aliases: AccountAliases) -> (
    verdict: AccountErased?, events: [LedgerEvent]
  ) {
    ErasureRule(
      account: guest, bundleID: TestLedger.bundleID, environment: .production,
      names: [anna, guest], chains: ["2000"], author: "ada", reason: nil, decidedAt: TestLedger.now
    ).decide(on: aliases, at: TestLedger.now)
  }

  private func guest(mergedInto target: AccountReference) -> AccountAliases {
    var aliases = AccountAliases(guest)
    aliases.begin(generation: 3)
    aliases.applyMerge(of: guest, into: target, number: 1, generation: 3, isUndone: false)
    return aliases
  }

  @Test func `a guest is erased with the account, in the next generation`() {
    let decided = decide(on: guest(mergedInto: anna))
    #expect(decided.verdict?.generation == 4)
    #expect(decided.verdict?.chains == ["2000"])
    #expect(decided.events == decided.verdict.map { [.account(.accountErased($0))] })
  }

  @Test func `a name that leads to another person meanwhile is not erased`() {
    var alias = AccountAliases(guest)
    alias.apply(account: bert, alias: guest)
    for aliases in [guest(mergedInto: bert), alias] {
      let decided = decide(on: aliases)
      #expect(decided.verdict == nil)
      #expect(decided.events.isEmpty)
    }
  }
}
