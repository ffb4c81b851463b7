/// A step of a device for one purchase; the steps follow in this order.
package enum DeviceStep: String, CaseIterable, Comparable, Sendable {
  /// The transaction is put into the device's outbox.
  case save
  case post
  /// The grants are requested.
  case list
  /// The coins are written into the game's own book.
  case book
  case acknowledge
  /// The store is told that the transaction is done.
  case finish
  /// The transaction is removed from the outbox.
  case remove

  package static func < (first: DeviceStep, second: DeviceStep) -> Bool {
    first.place < second.place
  }

  /// True if the step sends a request, so that there is a connection to cut.
  package var isSpoken: Bool {
    switch self {
    case .post, .list, .acknowledge, .finish: true
    case .save, .book, .remove: false
    }
  }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An interruption, one for each purchase.
package struct Interruption: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A kill −9 of a ledger during a request.
    case ledgerKilled
    /// An immediate stop of the PostgreSQL that all ledgers share.
    case postgresStopped
    /// Apple's notification is lost, its Server API fails, and nothing can be finished there.
    case appleDown
    /// The client closes in the middle of a request, or before the answer.
    case connectionCut
    /// The device ends and forgets everything unsaved.
    case clientGone

    /// The victim of the blow that causes the interruption, or nil if only the client is concerned.
    var victim: BlowVictim? {
      switch self {
      case .ledgerKilled: .ledger
      case .postgresStopped: .postgres
      case .appleDown: .apple
      case .connectionCut, .clientGone: nil
      }
    }
  }

  /// The way in which the player comes back.
  package enum Return: String, CaseIterable, Sendable {
    case restart
    case login
  }

  package let kind: Kind
  package let step: DeviceStep
  /// The part of the step's request that goes out before.
  package let extent: LostRequest.Extent
  package let comesBack: Return

  /// Returns true if the interruption ends the work at a step. Apple's absence shows only when
  /// something is to be finished there.
  func ends(_ current: DeviceStep) -> Bool {
    kind == .appleDown ? current == max(step, .finish) : current == step
  }
}
