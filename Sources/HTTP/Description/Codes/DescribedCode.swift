/// A code of problems, or a reason within an answer: its cause and the remedy.
struct DescribedCode: Sendable {
  let code: String
  /// The statuses of problems with this code; empty for a word that is only a reason within answers.
  let statuses: [Int]
  /// True if the same request may succeed later.
  let isRetryable: Bool
  let cause: String
  let remedy: String

  init(
    _ code: String, _ statuses: Int..., isRetryable: Bool = false, cause: String, remedy: String
  ) {
    self.code = code
    self.statuses = statuses
    self.isRetryable = isRetryable
    self.cause = cause
    self.remedy = remedy
  }

  /// All codes and reasons, sorted.
  static let all = (requests + accounts + coins + documents + operations + jobs + reconciling)
    .sorted { $0.code < $1.code }

  static let byName: [String: DescribedCode] = Dictionary(all.map { ($0.code, $0) }) { first, _ in
    first
  }
}
