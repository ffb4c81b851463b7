import EventStore
import Ledger

/// The names and the chains that accounts had when they were last read, by which a further read asks for
/// names and chains in one round trip.
///
/// It is a guess: the read compares it with what it finds.
final class KnownClaims: Sendable {
  struct Guess: Sendable {
    fileprivate(set) var names: Set<AccountReference> = []
    fileprivate(set) var chains: Set<ChainID> = []
  }

  private static let accountsMax = 20_000

  private let remembered: Remembered<[AccountReference: Guess]>

  init(in memory: LogMemory) {
    remembered = Remembered([:], in: memory)
  }

  /// Returns all names and chains of these accounts; nil if one of them is not remembered.
  func guess(about names: [AccountReference]) -> Guess? {
    remembered.withLock { known in
      var guess = Guess()
      for name in names {
        guard let account = known[name] else { return nil }
        guess.names.formUnion(account.names)
        guess.chains.formUnion(account.chains)
      }
      return guess
    }
  }

  /// Returns the number of an account's chains; nil if the account is not remembered.
  func chainCount(of name: AccountReference) -> Int? {
    remembered.withLock { $0[name]?.chains.count }
  }

  /// Remembers what was found about accounts. Everything older is forgotten when there are too many.
  func note(_ names: [AccountReference], in accounts: AccountSearch) {
    guard names.count <= Self.accountsMax else { return }
    let found = names.map { name in
      (name, Guess(names: accounts[name].resolution.names, chains: accounts[name].claims))
    }
    remembered.withLock { known in
      if known.count + names.count > Self.accountsMax { known = [:] }
      for (name, guess) in found { known[name] = guess }
    }
  }
}
