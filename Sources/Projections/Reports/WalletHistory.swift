import EventStore
import Ledger

/// The events of an account that tell its wallets, and the events of the names that it claimed.
struct WalletHistory: Sendable {
  /// Reads the events of a claimed name.
  typealias NameReader = @Sendable (AccountReference) async throws -> [RecordedEvent]

  private let account: AccountReference
  private let bundleID: BundleID
  private let environment: StoreEnvironment
  private let events: [RecordedEvent]

  /// Creates the history of an account's stream; nil if no coins moved in it, nor in that of a name that
  /// it claimed.
  init?(_ events: [RecordedEvent]) {
    for event in events {
      switch event.event {
      case .account(.coinsMoved(let moved)):
        (account, bundleID, environment) = (moved.account, moved.bundleID, moved.environment)
      case .account(.accountsMerged(let merge)):
        (account, bundleID, environment) = (merge.account, merge.bundleID, merge.environment)
      case .account(.aliasClaimed(let claim)):
        (account, bundleID, environment) = (claim.account, claim.bundleID, claim.environment)
      default: continue
      }
      self.events = events
      return
    }
    return nil
  }

  func isOf(_ app: BundleID, _ environment: StoreEnvironment) -> Bool {
    bundleID == app && self.environment == environment
  }

  /// Returns the parts of the wallets before a moment, by the events up to a position: one wallet for
  /// the name, and one for each time that it was erased. An alias has none: its coins are those of its
  /// account.
  func parts(
    before moment: Instant, upTo cut: Position, reading names: NameReader
  ) async throws -> [WalletFigures.Part] {
    var book = WalletBook(of: account, in: bundleID, environment: environment)
    var parts: [WalletFigures.Part] = []
    for event in events where event.id.isWithin(cut) {
      if case .account(.accountErased(let erasure)) = event.event, erasure.generation != nil {
        let erased = try await joined(book, upTo: cut, reading: names)
        parts +=
          WalletFigures(of: erased.wallet, before: moment, erasedAt: erasure.erasedAt).parts
      }
      book.evolve(with: event.event)
    }
    guard book.leader == nil || book.mergedInto != nil else { return parts }
    let last = try await joined(book, upTo: cut, reading: names)
    return parts + WalletFigures(of: last.wallet, before: moment).parts
  }

  /// Returns the book with the coins of the names that the account claimed.
  private func joined(
    _ book: WalletBook, upTo cut: Position, reading names: NameReader
  ) async throws -> WalletBook {
    var book = book
    while let name = book.unread.first {
      let events = try await names(name).filter { $0.id.isWithin(cut) }
      book.apply(events.map(\.event), of: name)
    }
    return book
  }
}
