/// A reference model of "Who owns a purchase", written from the contract's text alone.
///
/// The value is the list of all operations so far. Every question replays that list from the beginning.
/// `Readings.swift` lists the choices where the text is silent or ambiguous.
package struct OwnershipModel: Sendable {
  /// One operation with the ledger's time.
  package struct Entry: Sendable, Equatable {
    package let at: Int64
    package let operation: Operation
  }

  package let settings: OwnershipSettings
  package private(set) var history: [Entry] = []

  package init(settings: OwnershipSettings = OwnershipSettings()) {
    self.settings = settings
  }

  /// Appends an operation and returns the ledger's reply. Times must not decrease.
  @discardableResult
  package mutating func perform(_ operation: Operation, at: Int64) -> Answer {
    precondition(history.last.map { $0.at <= at } ?? true, "the ledger's time must not decrease")
    var ledger = replayed()
    history.append(Entry(at: at, operation: operation))
    return ledger.step(operation, at: at)
  }

  /// Replays the whole history. Use the result to ask several questions about one moment.
  package func replayed() -> OwnershipReplay {
    var ledger = OwnershipReplay(settings: settings)
    for entry in history { _ = ledger.step(entry.operation, at: entry.at) }
    return ledger
  }
}

// MARK: Operations

extension OwnershipModel {
  package mutating func told(_ item: OwnedItem, at: Int64) {
    perform(.told(item), at: at)
  }

  @discardableResult
  package mutating func posted(
    _ account: String, _ item: OwnedItem, restore: Bool = false, at: Int64
  ) -> Answer {
    perform(.posted(account: account, item: item, restore: restore), at: at)
  }

  package mutating func write(_ account: String, at: Int64) {
    perform(.write(account: account), at: at)
  }

  @discardableResult
  package mutating func register(token: String, account: String, at: Int64) -> Answer {
    perform(.register(token: token, account: account), at: at)
  }

  package mutating func withdraw(token: String, at: Int64) {
    perform(.withdraw(token: token), at: at)
  }

  @discardableResult
  package mutating func linkByID(_ account: String, chain: String, at: Int64) -> Answer {
    perform(.linkByID(account: account, chain: chain), at: at)
  }

  @discardableResult
  package mutating func assign(_ account: String, chain: String, at: Int64) -> Answer {
    perform(.assign(account: account, chain: chain), at: at)
  }

  @discardableResult
  package mutating func undoLink(chain: String, at: Int64) -> Answer {
    perform(.undoLink(chain: chain), at: at)
  }

  @discardableResult
  package mutating func erase(_ account: String, at: Int64) -> Answer {
    perform(.erase(account: account), at: at)
  }

  @discardableResult
  package mutating func merge(from: String, into: String, at: Int64) -> Answer {
    perform(.merge(from: from, into: into), at: at)
  }

  @discardableResult
  package mutating func undoMerge(from: String, into: String, at: Int64) -> Answer {
    perform(.undoMerge(from: from, into: into), at: at)
  }
}

// MARK: Questions

extension OwnershipModel {
  /// Returns the accounts with the chain's entitlements, sorted. Empty: the chain waits or is free.
  package func owners(of chain: String) -> [String] { replayed().owners(of: chain) }

  /// Returns the token under which a chain waits.
  package func waitsUnder(_ chain: String) -> String? { replayed().waitsUnder(chain) }

  /// Returns the account for a name, token, alias or merged name; nil where unknown.
  package func account(of name: String) -> String? { replayed().account(of: name) }

  /// Returns the account that received the coins of a transaction; nil while the grant is pending.
  package func coinOwner(of transactionID: String) -> String? {
    replayed().coinOwner(of: transactionID)
  }
}
