/// What became of something sent to the ledger.
package struct LedgerReply: Sendable, Equatable {
  package static let success = LedgerReply(status: 200)
  /// Nothing came back.
  package static let noResponse = LedgerReply(.noResponse)

  package let result: SendAttempt.Result
  /// The HTTP status; nil where there was no answer.
  package let status: Int?

  /// An answer. Apple takes 200 to 206 for a good one.
  package init(status: Int) {
    result = (200...206).contains(status) ? .success : .unsuccessfulStatus
    self.status = status
  }

  /// No answer, and why.
  package init(_ result: SendAttempt.Result) {
    self.result = result
    status = nil
  }

  var isSuccess: Bool { result == .success }

  /// Whether the same would be answered again: a status of 400 to 499, but not 408 (the ledger was slow) or
  /// 429 (it has too much to do).
  var isFinal: Bool {
    guard let status else { return false }
    return (400...499).contains(status) && status != 408 && status != 429
  }
}
