package import EventProcessing
import Ledger

/// The JSON form of a dead letter.
package struct DeadLetterBody: Encodable, Sendable {
  package let event: String
  package let consumer: String
  package let reason: String
  package let since: String

  package init(_ entry: DeadLetterAdministration.Entry) {
    event = entry.letter.id.description
    consumer = entry.consumer.rawValue
    reason = entry.letter.reason
    since = entry.letter.deadLetteredAt.description
  }

  package var line: String { "\(event)  \(consumer)  since \(since)  \(reason)" }
}

/// The JSON form of a page of dead letters.
package struct DeadLettersBody: Encodable, Sendable {
  package let deadLetters: [DeadLetterBody]
  @Nullable private(set) var next: String?

  package init(_ page: (entries: [DeadLetterAdministration.Entry], next: DeadLetterCursor?)) {
    deadLetters = page.entries.map(DeadLetterBody.init)
    next = page.next?.description
  }

  /// The cursor of the next page; nil at the end.
  package var nextCursor: String? { next }
}

/// The JSON form of an event as the database has it, for one that cannot be read, with its dead letters.
package struct RawEventBody: Encodable, Sendable {
  package let event: String
  /// The reason for which the event cannot be read; nil if it can.
  @Nullable package private(set) var reason: String?
  package let columns: [String: String]
  package let deadLetters: [DeadLetterBody]

  package init(_ shown: DeadLetterAdministration.Shown) {
    event = shown.id.description
    reason = shown.reason
    columns = shown.columns
    deadLetters = shown.entries.map(DeadLetterBody.init)
  }

  package var lines: [String] {
    [reason.map { "\(event) cannot be read: \($0)" } ?? "\(event) can be read"]
      + deadLetters.map { "  dead letter of \($0.consumer) since \($0.since): \($0.reason)" }
      + columns.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value)" }
  }
}

/// The JSON form of the outcome of a retry.
package struct RetriedDeadLettersBody: Encodable, Sendable {
  package let processed: Int
  package let left: Int
  package let deleted: Int

  package init(_ retried: DeadLetterAdministration.Retried) {
    processed = retried.processed
    left = retried.left
    deleted = retried.deleted
  }

  package var line: String {
    "\(processed) processed, \(left) left"
      + (deleted == 0 ? "" : ", \(deleted) of no event deleted")
  }
}
