import EventStore
import Intake
import Ledger

/// A request for a link that cannot be decided yet.
struct LinkCommand: Codable, Sendable, Hashable {
  let account: AccountID
  let originalTransactionID: OriginalTransactionID
}

/// A handler that links a purchase by the app's policy as soon as the purchase is known.
package struct LinkHandler: JobHandler {
  package let kinds: Set<JobKind> = [.link]
  private let links: ChainLinks
  private let keyring: Keyring

  package init(links: ChainLinks, queue: JobQueue) {
    self.links = links
    keyring = queue.keyring
  }

  package func perform(_ job: Job) async throws -> JobResult {
    guard let environment = job.environment, let bundleID = job.bundleID else {
      return .unreadable
    }
    let command: LinkCommand
    switch job.opened(as: LinkCommand.self, by: keyring) {
    case .success(let content): command = content
    case .failure(let outcome): return outcome
    }
    let outcome = try await links.link(
      command.account, to: command.originalTransactionID, of: bundleID, in: environment)
    switch outcome {
    case .linked: return .done
    case .rejected(.coolingDown(let end)): return .again(at: end)
    case .rejected(let rejection): return .never(reason: rejection.code)
    case .unknown: return .retry(reason: JobKind.purchaseUnknown)
    }
  }
}
