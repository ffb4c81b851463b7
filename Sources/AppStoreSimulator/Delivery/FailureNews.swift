import Synchronization

/// A connection to the ledger that reports each kind of failure once, when it first occurs.
package final class FailureNews: Sendable {
  private struct Kind: Hashable {
    let isFromGame: Bool
    let status: Int?
    let result: SendAttempt.Result
  }

  private let line: LedgerLine
  private let tell: @Sendable (String) -> Void
  private let met = Mutex<Set<Kind>>([])

  /// - Parameter tell: receives a sentence that contains nothing of the request or the answer.
  package init(of line: @escaping LedgerLine, tell: @escaping @Sendable (String) -> Void) {
    self.line = line
    self.tell = tell
  }

  package func send(_ request: LedgerRequest) async -> LedgerReply {
    let reply = await line(request)
    if !reply.isSuccess { meet(reply, isFromGame: request.isFromGame) }
    return reply
  }

  private func meet(_ reply: LedgerReply, isFromGame: Bool) {
    let kind = Kind(isFromGame: isFromGame, status: reply.status, result: reply.result)
    guard met.withLock({ $0.insert(kind).inserted }) else { return }
    tell(Self.sentence(reply, isFromGame: isFromGame))
  }

  private static func sentence(_ reply: LedgerReply, isFromGame: Bool) -> String {
    let what = isFromGame ? "games' posts" : "notifications"
    let answer =
      reply.status.map { "The ledger answers \(what) with \($0)" }
      ?? "The ledger does not answer \(what) (\(reply.result.rawValue))"
    guard isFromGame else { return "\(answer): they are retried as often as Apple would, no more." }
    return reply.isFinal
      ? "\(answer): rejected posts are not retried."
      : "\(answer): they are retried later."
  }
}
