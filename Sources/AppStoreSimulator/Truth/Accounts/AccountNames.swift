/// The names of accounts: which account a token names, which account a name stands for, and which
/// names are erased.
struct AccountNames {
  private var accountOfToken: [String: String] = [:]
  private var withdrawn: Set<String> = []
  private var targetOf: [String: String] = [:]
  private(set) var erased: Set<String> = []
  /// The accounts that a request has named, in order.
  private(set) var known: [String] = []

  mutating func take(_ action: GameRequest.Action) {
    switch action {
    case .register(let token, let account):
      accountOfToken[token] = account
      know(account)
    case .post(_, let account, _): know(account)
    case .merge(let guest, let account):
      targetOf[guest] = account
      know(guest)
      know(account)
    case .erase(let account):
      let persons = [account] + targetOf.filter { $0.value == account }.keys
      erased.formUnion(persons)
      withdrawn.formUnion(accountOfToken.filter { persons.contains($0.value) }.keys)
      withdrawn.formUnion(persons)  // where an account is its own token
    }
  }

  mutating func know(_ account: String) {
    if !known.contains(account) { known.append(account) }
  }

  /// Returns the account that the name stands for: the target of a merge, or the account itself.
  func account(_ name: String) -> String { targetOf[name] ?? name }

  /// Returns true if an account is merged into this one.
  func hasMerged(_ account: String) -> Bool { targetOf.values.contains(account) }

  func isWithdrawn(_ token: String) -> Bool { withdrawn.contains(token) }

  /// Returns the account that a token names: the one it is registered to, or else the one of that
  /// very name; nil if it names nobody.
  func account(ofToken token: String) -> String? {
    guard !isWithdrawn(token) else { return nil }
    return (accountOfToken[token] ?? known.first { $0 == token }).map(account)
  }

  /// The accounts that the ledger knows and answers for: neither merged into another nor erased.
  var answering: [String] {
    known.filter { targetOf[$0] == nil && !erased.contains($0) }.sorted()
  }
}
