import Ledger

/// A question about the chains of each of several accounts.
///
/// The chains are read page by page, and the answers alone are kept: so many accounts with long lives
/// do not have to be in memory at once.
struct AccountQuestion<Answer: Sendable>: Sendable {
  /// Answers for an account by the chains that belong to it, which are sorted, and its promotional entitlements.
  typealias Rule =
    @Sendable (
      _ account: AccountKey, _ chains: [ChainState], _ promotions: [Promotion],
      _ shared: SharedState
    ) -> Answer

  /// The accounts of a page, and the chains that they claimed.
  struct Page: Sendable {
    fileprivate var accounts: [(name: AccountReference, found: AccountSearch.Found)] = []
    fileprivate(set) var chains: Set<ChainID> = []
  }

  /// The names of the accounts, in order.
  let names: [AccountReference]
  private let keys: [AccountReference: AccountKey]
  private let rule: Rule
  private var answers: [AccountReference: Answer] = [:]
  /// The answered accounts that no write ever named, or that were erased since.
  private(set) var unknown: Set<AccountKey> = []

  /// - Parameter keys: the accounts in any order, each as often as it is asked about.
  init(of keys: [AccountKey], _ rule: @escaping Rule) {
    names = keys.map(\.reference)
    self.keys = Dictionary(zip(names, keys), uniquingKeysWith: { first, _ in first })
    self.rule = rule
  }

  /// Returns each account once, in pages of so many chains at least, except the last.
  func pages(of accounts: AccountSearch, chains size: Int) -> [Page] {
    var pages: [Page] = []
    var page = Page()
    for name in keys.keys.sorted() {
      let found = accounts[name]
      page.accounts.append((name, found))
      page.chains.formUnion(found.claims)
      guard page.chains.count >= size else { continue }
      pages.append(page)
      page = Page()
    }
    return page.accounts.isEmpty ? pages : pages + [page]
  }

  /// Answers for the accounts of a page, whose chains these are.
  mutating func answer(for page: Page, _ chains: [ChainState], _ shared: SharedState) {
    let states = Dictionary(uniqueKeysWithValues: chains.map { ($0.chain, $0) })
    for (name, found) in page.accounts {
      guard let key = keys[name] else { continue }
      if !found.resolution.isKnown { unknown.insert(key) }
      let own = found.claims.sorted().compactMap { states[$0] }
      answers[name] = rule(
        key, own.filter { $0.belongs(to: found.resolution) }, found.promotions, shared)
    }
  }

  /// The answers in the order of the names. Every page must be answered.
  var all: [Answer] { names.compactMap { answers[$0] } }
}

extension ChainState {
  /// Returns true if an account owns the chain. A name that no write named owns nothing by tokens.
  fileprivate func belongs(to account: AccountResolution) -> Bool {
    guard !account.names.isDisjoint(with: owners) else { return false }
    return account.isKnown || owner.token == nil
  }
}
