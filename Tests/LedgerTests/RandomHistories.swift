import AppStoreSimulator
import Ledger

extension Given {
  /// Creates a subscription over some months with everything at once: renewals, also signed ahead,
  /// lapses, refunds and reversals, upgrades with and without an assertion of them, grace given and
  /// withdrawn, by date, by status or by both, extended periods, repeated copies, and sources of lower trust that are silent about
  /// what they cannot know.
  init(history random: inout some RandomNumberGenerator) {
    self.init()
    var start = 0.0
    var reason: String? = "PURCHASE"
    for number in 1...Int.random(in: 1...6, using: &random) {
      let id = TransactionID("\(number)")
      let end = start + 30
      observe(id, from: start, to: end, reason: reason, using: &random)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        observeRenewal(of: end, using: &random)
      }
      let pause = [0, 0, 0, -0.5, -12, 8, 70].randomElement(using: &random)!
      reason = [pause == 0 ? "RENEWAL" : "PURCHASE", nil].randomElement(using: &random)!
      start = pause == -0.5 ? start + 29.5 : end + pause
      guard pause == -0.5 else { continue }
      observe(TransactionID("\(number)-ahead"), from: end, to: end + 30, using: &random)
    }
    let account = AccountReference(
      chain.environment, "com.example.game",
      AccountID("player\(Int.random(in: 1...3, using: &random))"))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      record(
        .chain(
          .chainOwned(
            ChainOwned(
              chain: chain, account: account, decidedAt: day(start))))
      )
    }
    for number in 0..<Int.random(in: 0...2, using: &random) {
      let other = AccountReference(
        chain.environment, "com.example.game", AccountID("other\(number)"))
      changed(to: [account, other], account: other, .shared, on: start + Double(number))
    }
  }

  mutating func changed(
    to owners: [AccountReference], account: AccountReference, _ cause: OwnershipChanged.Cause,
    on number: Double
  ) {
    record(
      .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: chain, owners: owners, account: account,
            cause: cause, rules: nil, decidedAt: day(number)))))
  }

  private mutating func observe(
    _ id: TransactionID, from start: Double, to end: Double, reason: String? = "RENEWAL",
    using random: inout some RandomNumberGenerator
  ) {
    let isReplaced = Int.random(in: 0..<5, using: &random) == 0
    let isShared = Int.random(in: 0..<5, using: &random) == 0
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let said = start + Double(Int.random(in: -1...40, using: &random))
      let trust = [Trust.signed, .signed, .receipt, .sharedSecret].randomElement(using: &random)!
      let extended = [end, end, end, end + 7].randomElement(using: &random)!
      // A signed transaction tells every field; every other source leaves out some.
      let isSilent = (0..<4).map { _ in trust < .signed && Bool.random(using: &random) }
      bought(
        id, from: start, to: extended,
        ownership: trust < .signed && isSilent[0] && isShared ? .familyShared : .purchased,
        upgraded: trust == .signed ? isReplaced && said > start : nil,
        revocation: trust == .signed ? revocation(after: start, using: &random) : .silent,
        reason: reason, said: said, trust: trust, item: isSilent[1] ? nil : id.rawValue,
        type: isSilent[2] ? .untold : nil, isGroupTold: !isSilent[3])
    }
  }

  private func revocation(
    after start: Double, using random: inout some RandomNumberGenerator
  ) -> Asserted<Revocation> {
    let full = refund(on: start + 9)
    let plain = Asserted.present(Revocation(date: day(start + 9)))
    return [.absent, .absent, .absent, .absent, full, plain].randomElement(using: &random)!
  }

  private mutating func observeRenewal(
    of end: Double, using random: inout some RandomNumberGenerator
  ) {
    let said = end + Double(Int.random(in: -20...20, using: &random))
    let inTrouble = said >= end && Bool.random(using: &random)
    let trust = [Trust.signed, .signed, .receipt, .sharedSecret].randomElement(using: &random)!
    let told: [RenewalStatus?] =
      inTrouble
      ? [.grace, .grace, .billingRetry, .expired, nil] : [.active, .active, .expired, nil]
    renews(
      said: said, autoRenew: Bool.random(using: &random),
      as: ["gold.monthly", "silver.monthly"].randomElement(using: &random)!,
      renewalDate: [end, end, end, end + 30, nil].randomElement(using: &random)!,
      grace: inTrouble && Bool.random(using: &random) ? end + 16 : nil,
      retry: [inTrouble, inTrouble, false, nil].randomElement(using: &random)!,
      intent: inTrouble ? [1, 2, nil].randomElement(using: &random)! : nil,
      status: trust == .signed ? told.randomElement(using: &random)! : nil, trust: trust)
  }
}
