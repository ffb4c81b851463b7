/// What a device does for one purchase, in this order.
package enum DeviceStep: String, CaseIterable, Comparable, Sendable {
  /// Puts the transaction into its outbox.
  case save
  case post
  /// Asks what was granted.
  case list
  /// Writes the coins into the game's own book.
  case book
  case acknowledge
  /// Tells the store that the transaction is done.
  case finish
  /// Takes the transaction out of its outbox.
  case remove

  package static func < (first: DeviceStep, second: DeviceStep) -> Bool {
    first.place < second.place
  }

  /// Whether somebody else is spoken to, so that there is a connection to be cut.
  package var isSpoken: Bool {
    switch self {
    case .post, .list, .acknowledge, .finish: true
    case .save, .book, .remove: false
    }
  }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What comes between, once for each purchase.
package struct Interruption: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// kill −9 of a ledger while it is asked.
    case ledgerKilled
    /// An immediate stop of the PostgreSQL that all ledgers share.
    case postgresStopped
    /// Apple's notification is lost, its Server API fails, and nothing can be finished there.
    case appleDown
    /// The client closes in the middle of its request, or before the answer.
    case connectionCut
    /// The device ends; what it has not saved is forgotten.
    case clientGone

    /// Whom a blow has to strike for it; nil where nobody but the client is concerned.
    var victim: BlowVictim? {
      switch self {
      case .ledgerKilled: .ledger
      case .postgresStopped: .postgres
      case .appleDown: .apple
      case .connectionCut, .clientGone: nil
      }
    }
  }

  /// How the player comes back.
  package enum Return: String, CaseIterable, Sendable {
    case restart
    case login
  }

  package let kind: Kind
  package let step: DeviceStep
  /// How much of the step's request goes out before.
  package let extent: LostRequest.Extent
  package let comesBack: Return

  /// What Apple's absence begins at one step is felt where something is to be finished there.
  func ends(_ current: DeviceStep) -> Bool {
    kind == .appleDown ? current == max(step, .finish) : current == step
  }
}
