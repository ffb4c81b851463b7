import AppStoreSimulator
import Ledger

extension Given {
  /// A subscription over some months: renewals, lapses, refunds and reversals, upgrades, grace, extended
  /// periods, repeated copies, and sources of lower trust that are silent of what they cannot say.
  init(history random: inout some RandomNumberGenerator) {
    self.init()
    var start = 0.0
    for number in 1...Int.random(in: 1...6, using: &random) {
      let id = TransactionID("\(number)")
      let end = start + 30
      observe(id, from: start, to: end, using: &random)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        observeRenewal(of: end, using: &random)
      }
      start = end + [0, 0, 0, -12, 8, 70].randomElement(using: &random)!
    }
    let account = AccountID("player\(Int.random(in: 1...3, using: &random))")
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      record(
        .chainOwned(
          ChainOwned(
            chain: chain, bundleID: "com.example.game", account: account, decidedAt: day(start))))
    }
  }

  private mutating func observe(
    _ id: TransactionID, from start: Double, to end: Double,
    using random: inout some RandomNumberGenerator
  ) {
    let isReplaced = Int.random(in: 0..<5, using: &random) == 0
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let said = start + Double(Int.random(in: 0...40, using: &random))
      let trust = [Trust.signed, .signed, .receipt, .sharedSecret].randomElement(using: &random)!
      let extended = [end, end, end, end + 7].randomElement(using: &random)!
      let revoked = [.absent, .absent, .absent, refund(on: start + 9)].randomElement(
        using: &random)!
      bought(
        id, from: start, to: extended, upgraded: trust == .signed ? isReplaced : nil,
        revocation: trust == .signed ? revoked : .silent, said: said, trust: trust)
    }
  }

  private mutating func observeRenewal(
    of end: Double, using random: inout some RandomNumberGenerator
  ) {
    let said = end + Double(Int.random(in: -20...20, using: &random))
    let inTrouble = said >= end && Bool.random(using: &random)
    renews(
      said: said, autoRenew: Bool.random(using: &random),
      as: ["gold.monthly", "silver.monthly"].randomElement(using: &random)!, renewalDate: end,
      grace: inTrouble && Bool.random(using: &random) ? end + 16 : nil, retry: inTrouble,
      intent: inTrouble ? 2 : nil,
      trust: [.signed, .receipt, .sharedSecret].randomElement(using: &random)!)
  }
}
