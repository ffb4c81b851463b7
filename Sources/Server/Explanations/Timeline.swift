import HTTP

/// Events as readable lines.
enum Timeline {
  /// Returns an event in one line, followed by a line for each of its data.
  static func lines(_ item: HistoryItem) -> [String] {
    let notification = [item.notificationType, item.subtype].compactMap(\.self)
    let subject = [item.originalTransactionId, item.transactionId, item.productId]
      .compactMap(\.self)
    let head = [item.id, item.assertedAt, item.type] + notification + subject
    let said = (item.data ?? [:]).sorted { $0.key < $1.key }
    return [head.joined(separator: "  ")] + said.map { "    \($0.key): \($0.value)" }
  }
}
