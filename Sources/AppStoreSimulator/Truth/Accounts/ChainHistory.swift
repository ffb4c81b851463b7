/// The ownership of one chain: the tokens that spoke, the accounts that claimed it, and the account
/// to which a restore moved it.
struct ChainHistory {
  /// The milliseconds between two restores that move a chain, by the standard policy of an app.
  private static let coolDown = Int64(1).days

  private struct Move {
    let account: String
    let ledgerTime: Int64
  }

  private var purchases: [SignedPurchase] = []
  private var claim: String?
  private var move: Move?
  private var lastMoveTime: Int64?
  /// The accounts that have owned the chain, in order.
  private(set) var owners: [String] = []

  mutating func take(_ purchase: SignedPurchase) { purchases.append(purchase) }

  /// Takes a signed post of the chain.
  mutating func post(by name: String, isRestore: Bool, at ledgerTime: Int64, _ names: AccountNames)
  {
    let account = names.account(name)
    if owner(names) == nil, liveSpeech(names) == nil {
      claim = account
    } else if isRestore, owner(names) != account, mayMove(at: ledgerTime, names) {
      move = Move(account: account, ledgerTime: ledgerTime)
      lastMoveTime = ledgerTime
    }
    note(names)
  }

  /// Leaves the chain to the next claim if an account that is to be erased owns it.
  mutating func forget(_ account: String, _ names: AccountNames) {
    if owner(names) == account { (claim, move) = (nil, nil) }
    if claim == account { claim = nil }
  }

  /// Adds the present owner to the owners.
  mutating func note(_ names: AccountNames) {
    guard let owner = owner(names), owners.last != owner else { return }
    owners.append(owner)
  }

  /// Returns the present owner; nil if the chain waits for one.
  func owner(_ names: AccountNames) -> String? {
    let speech = liveSpeech(names)
    if let move, move.ledgerTime >= speech?.purchasedAt ?? .min {
      return names.account(move.account)
    }
    guard let speech else { return claim.map(names.account) }
    return speech.token.flatMap(names.account(ofToken:))
  }

  /// Returns the accounts, of which exactly one has received the coins of a purchase. None means
  /// that the coins wait.
  func recipients(of purchase: SignedPurchase, _ names: AccountNames) -> [String] {
    guard let token = purchase.token else { return owners.map(names.account).unique }
    guard !names.isWithdrawn(token) else { return owners.map(names.account).unique }
    let spokenAt = speeches.filter { $0.token == token && $0.purchasedAt <= purchase.purchasedAt }
      .map(\.purchasedAt).max()
    if let move, let spokenAt, spokenAt < move.ledgerTime, move.ledgerTime < purchase.purchasedAt {
      return [names.account(move.account)]
    }
    return names.account(ofToken: token).map { [$0] } ?? []
  }

  private func mayMove(at ledgerTime: Int64, _ names: AccountNames) -> Bool {
    guard owner(names) != nil, let lastMoveTime else { return true }
    return ledgerTime - lastMoveTime >= Self.coolDown
  }

  /// The purchases whose tokens spoke: those that the customer made, and renewals that tell another
  /// token than the purchase before.
  private var speeches: [SignedPurchase] {
    let sorted = purchases.sorted {
      ($0.purchasedAt, $0.transaction) < ($1.purchasedAt, $1.transaction)
    }
    return zip(sorted, [nil] + sorted.map(Optional.some)).filter { purchase, before in
      purchase.token != nil && (!purchase.isRenewal || purchase.token != before?.token)
    }.map(\.0)
  }

  /// The latest purchase whose token spoke and is not withdrawn.
  private func liveSpeech(_ names: AccountNames) -> SignedPurchase? {
    speeches.last { $0.token.map { !names.isWithdrawn($0) } ?? false }
  }
}

extension [String] {
  fileprivate var unique: [String] { Set(self).sorted() }
}
