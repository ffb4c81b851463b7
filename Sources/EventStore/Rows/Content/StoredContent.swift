import Foundation
import Ledger

/// The content of an event as the log stores it: its columns and its key.
protocol StoredContent: EventContent {
  /// Reads the content of a stored row.
  init(_ row: EventRow) throws(StoredEventError)
  /// Writes the columns of the content.
  func write(to row: inout EventRow)
  /// Returns the keys that recognize a duplicate.
  ///
  /// - Parameter stream: the key of the event's stream, passed in because computing it takes a
  ///   digest.
  func keys(in stream: UUID) -> EventKeys
}

extension LedgerEvent {
  var stored: any StoredContent {
    switch self {
    case .chain(.transactionObserved(let content)): content
    case .chain(.renewalObserved(let content)): content
    case .chain(.notificationReceived(let content)): content
    case .chain(.chainOwned(let content)): content
    case .chain(.ownershipChanged(let content)): content
    case .chain(.grantMade(let content)): content
    case .chain(.grantAcknowledged(let content)): content
    case .account(.chainClaimed(let content)): content
    case .account(.accountErased(let content)): content
    case .account(.coinsMoved(let content)): content
    case .account(.accountAliased(let content)): content
    case .account(.aliasClaimed(let content)): content
    case .account(.consentChanged(let content)): content
    case .shared(.programEntered(let content)): content
    case .shared(.termsPublished(let content)): content
    case .shared(.catalogPublished(let content)): content
    case .shared(.cutOverDeclared(let content)): content
    case .shared(.epochOpened(let content)): content
    }
  }
}

extension EventRow {
  init(_ event: LedgerEvent) {
    let content = event.stored
    self.init(event.type, stream: content.stream.key, assertedAt: content.assertedAt)
    digest = content.digest
    content.write(to: &self)
  }

  /// Returns the event that the row holds, equal to the event from which the row was made.
  func event() throws(StoredEventError) -> LedgerEvent {
    guard schemaVersion == 1 else { throw .unknownSchemaVersion(schemaVersion) }
    return switch type {
    case .transactionObserved: .chain(.transactionObserved(try TransactionFact(self)))
    case .renewalObserved: .chain(.renewalObserved(try RenewalFact(self)))
    case .notificationReceived: .chain(.notificationReceived(try ReceivedNotification(self)))
    case .chainOwned: .chain(.chainOwned(try ChainOwned(self)))
    case .ownershipChanged: .chain(.ownershipChanged(try OwnershipChanged(self)))
    case .grantMade: .chain(.grantMade(try GrantMade(self)))
    case .grantAcknowledged: .chain(.grantAcknowledged(try GrantAcknowledged(self)))
    case .chainClaimed: .account(.chainClaimed(try ChainClaimed(self)))
    case .accountErased: .account(.accountErased(try AccountErased(self)))
    case .coinsMoved: .account(.coinsMoved(try CoinsMoved(self)))
    case .accountAliased: .account(.accountAliased(try AccountAliased(self)))
    case .aliasClaimed: .account(.aliasClaimed(try AliasClaimed(self)))
    case .consentChanged: .account(.consentChanged(try ConsentChanged(self)))
    case .programEntered: .shared(.programEntered(try ProgramEntered(self)))
    case .termsPublished: .shared(.termsPublished(try TermsPublished(self)))
    case .catalogPublished: .shared(.catalogPublished(try CatalogPublished(self)))
    case .cutOverDeclared: .shared(.cutOverDeclared(try CutOverDeclared(self)))
    case .epochOpened: .shared(.epochOpened(try EpochOpened(self)))
    case .reasserted:
      throw .incomplete("a reassertion is read together with the event it reasserts")
    }
  }

  /// Returns the fact that this row reasserts: the content of an earlier row, asserted at this
  /// row's moment.
  func event(reasserting original: LedgerEvent) throws(StoredEventError) -> LedgerEvent {
    switch original {
    case .chain(.transactionObserved(let fact)):
      .chain(.transactionObserved(fact.asserted(at: assertedAt)))
    case .chain(.renewalObserved(let fact)):
      .chain(.renewalObserved(fact.asserted(at: assertedAt)))
    case .chain, .account, .shared: throw .incomplete("only facts are reasserted")
    }
  }
}
