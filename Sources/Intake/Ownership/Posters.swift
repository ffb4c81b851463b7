import Ledger

/// The account that a post names, in each app and environment of its items.
struct Posters: Sendable {
  private struct Place: Hashable {
    let bundleID: BundleID
    let environment: StoreEnvironment
  }

  private let account: AccountID?
  private var posters: [Place: Poster] = [:]

  init(_ account: AccountID?, of facts: [TransactionFact], by accounts: AccountReader) async throws
  {
    self.account = account
    try await resolve(
      Set(facts.map { Place(bundleID: $0.chain.bundleID, environment: $0.chain.environment) }),
      by: accounts)
  }

  /// Returns the posters as they are known after their events were appended.
  func known(by accounts: AccountReader) async throws -> Posters {
    guard posters.values.contains(where: { !$0.resolution.isKnown }) else { return self }
    var known = self
    try await known.resolve(Set(posters.keys), by: accounts)
    return known
  }

  private mutating func resolve(_ places: Set<Place>, by accounts: AccountReader) async throws {
    guard let account else { return }
    for place in places {
      posters[place] = try await Poster(
        account, of: place.bundleID, in: place.environment, by: accounts)
    }
  }

  func poster(of fact: TransactionFact) -> Poster? {
    posters[Place(bundleID: fact.chain.bundleID, environment: fact.chain.environment)]
  }

  var names: [AccountName] { posters.values.map(\.name) }

  /// The posters that no write has named before.
  var new: [Poster] { posters.values.filter { !$0.resolution.isKnown } }
}
