import EventStore
import Foundation
package import Intake
package import Ledger

/// A handler that retries a posted item: through the same intake, for the account it was posted for.
package struct PostHandler: JobHandler {
  package let kinds: Set<JobKind> = [.post]
  private let intake: Intake
  private let keyring: Keyring
  private let receipts: ReceiptStore
  private let now: @Sendable () -> Instant

  package init(intake: Intake, queue: JobQueue, now: @escaping @Sendable () -> Instant) {
    self.intake = intake
    self.now = now
    keyring = queue.keyring
    receipts = queue.receipts
  }

  package func perform(_ job: Job) async throws -> JobResult {
    guard let place = ItemPlace(subject: job.subject) else {
      return .unreadable
    }
    let posted: PostedItem
    switch job.opened(as: PostedItem.self, by: keyring) {
    case .success(let content): posted = content
    case .failure(let outcome): return outcome
    }
    let submission = try await intake.transactions.receive(posted.post)
    var items = submission.items
    let waiting = items.first?.waitingReason?.result(of: posted, at: now())
    if waiting != nil { items[0].state = .pending }
    try await receipts.change(place, to: items, reaching: submission.position, at: now())
    if let waiting { return waiting }
    let rejected = items.first { $0.state == .rejected }
    return rejected.map { .never(reason: $0.reason ?? "refused") } ?? .done
  }
}
