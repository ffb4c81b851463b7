/// The state that a replay builds: names, facts, claims and coin grants.
package struct OwnershipReplay: Sendable {
  let settings: OwnershipSettings

  /// Accounts that a write named and that are not erased.
  var known: Set<String> = []
  /// Tokens and aliases by account.
  var registered: [String: String] = [:]
  /// Withdrawn tokens and names of erased accounts.
  var withdrawn: Set<String> = []
  /// Accounts whose posts carried a token, for rule 4.
  var carriers: [String: Set<String>] = [:]
  /// Guests by target account.
  var merges: [String: String] = [:]

  var chains: [String: Chain] = [:]
  /// ModelledCoin grants by transaction.
  var coins: [String: ModelledCoin] = [:]
  /// The number of the operation in progress.
  var index = 0

  init(settings: OwnershipSettings) {
    self.settings = settings
  }

  /// Applies one operation, then records changed owners and decides pending grants.
  mutating func step(_ operation: Operation, at: Int64) -> Answer {
    index += 1
    let before = chains.keys.reduce(into: [String: ModelledOwner]()) { $0[$1] = ownership(of: $1) }
    let answer = apply(operation, at: at)
    bindTokens()
    recordChanges(since: before, by: operation)
    decideCoins(after: operation)
    return answer
  }

  private mutating func apply(_ operation: Operation, at: Int64) -> Answer {
    switch operation {
    case .told(let item):
      join(item)
      return .ok
    case .posted(let account, let item, let restore):
      return post(account, item, restore: restore, at: at)
    case .write(let account):
      _ = admit(account)
      return .ok
    case .register(let token, let account):
      return register(token, for: account)
    case .withdraw(let token):
      withdraw(token)
      return .ok
    case .linkByID(let account, let chain):
      return linkByID(account, chain)
    case .assign(let account, let chain):
      return assign(account, chain, at: at)
    case .undoLink(let chain):
      return undo(chain, at: at)
    case .erase(let account):
      return erase(account)
    case .merge(let from, let into):
      return merge(from, into)
    case .undoMerge(let from, let into):
      return undoMerge(from, into)
    }
  }

  /// Remembers the former owners of every chain that an operation moved. Erasure and undo add no entry.
  private mutating func recordChanges(
    since before: [String: ModelledOwner], by operation: Operation
  ) {
    switch operation {
    case .erase, .undoLink: return
    default: break
    }
    for name in chains.keys {
      let former = before[name] ?? ModelledOwner()
      if former.owners != ownership(of: name).owners {
        chains[name]?.changes.append(Change(index: index, former: former))
      }
    }
  }
}

// MARK: Questions

extension OwnershipReplay {
  /// All chains and transactions with a fact, sorted.
  package var chainIDs: [String] { chains.keys.sorted() }
  package var transactionIDs: [String] {
    chains.values.flatMap { $0.transactions.map(\.item.transactionID) }.sorted()
  }

  package func owners(of chain: String) -> [String] {
    Set(ownership(of: chain).owners.map(merged)).sorted()
  }

  package func waitsUnder(_ chain: String) -> String? {
    ownership(of: chain).waiting
  }

  package func account(of name: String) -> String? {
    if let account = registered[name] { return merged(account) }
    return known.contains(name) ? merged(name) : nil
  }

  package func coinOwner(of transactionID: String) -> String? {
    coins[transactionID].map { $0.closed ? $0.account : merged($0.account) }
  }
}
