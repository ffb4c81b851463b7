/// The accounts under which a ledger lists the grants that one of several accounts has received.
struct GrantPlaces {
  private var places: [GrantName: [String]] = [:]

  init(_ truths: [AccountTruth], _ answers: [LedgerAnswer]) {
    for (truth, answer) in zip(truths, answers) {
      for grant in answer.coins?.grants ?? [] {
        places[GrantName(grant.transactionId, grant.coin), default: []].append(truth.account)
      }
    }
  }

  /// Returns a sentence for each of the account's possible grants that the ledger lists nowhere or
  /// more than once, told of the first account that may have it.
  func differences(of truth: AccountTruth) -> [String] {
    guard !places.isEmpty else { return [] }
    return truth.possibleGrants.filter { $0.accounts.first == truth.account }.compactMap {
      possible in
      let grant = possible.grant
      let found = places[GrantName(grant.transactionId, grant.coin)] ?? []
      guard found.count > 1 || found.isEmpty && !possible.mayBeErased else { return nil }
      let accounts = possible.accounts.joined(separator: ", ")
      return "granted \(found.count) times: \(grant.amount) \(grant.coin) for "
        + "\(grant.transactionId), due to one of \(accounts)"
    }
  }
}
