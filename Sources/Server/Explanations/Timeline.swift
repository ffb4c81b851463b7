package import HTTP
import Ledger

/// Events as readable lines.
package enum Timeline {
  /// Returns an event in one line, followed by a line for each of its data.
  package static func lines(_ item: HistoryItem) -> [String] {
    let notification = [item.notificationType, item.subtype].compactMap(\.self)
    let subject = [item.originalTransactionId, item.transactionId, item.productId]
      .compactMap(\.self)
    let head = [item.id, item.assertedAt, item.type] + notification + subject
    let said = (item.data ?? [:]).sorted { $0.key < $1.key }
    return [head.joined(separator: "  ")] + said.map { "    \($0.key): \($0.value)" }
  }
}

extension [RecordedEvent] {
  /// Returns the events recorded up to a moment; all of them if it is nil.
  func known(at moment: Instant?) -> [RecordedEvent] {
    filter { event in moment.map { event.recordedAt <= $0 } ?? true }
  }
}
