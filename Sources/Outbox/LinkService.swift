import Foundation
package import Intake
package import Ledger

/// A service that links purchases to accounts, including purchases that Apple has to be asked about
/// first.
package struct LinkService: Sendable {
  package enum Answer: Sendable, Hashable {
    case decided(LinkOutcome)
    /// Apple is asked about the purchase, then the app's policy decides.
    case pending(JobID)
  }

  private let links: ChainLinks
  private let queue: JobQueue
  private let askable: Set<BundleID>
  private let now: @Sendable () -> Instant

  /// - Parameter askable: the apps with a key for Apple's Server API.
  package init(
    links: ChainLinks, queue: JobQueue, askable: Set<BundleID>,
    now: @escaping @Sendable () -> Instant
  ) {
    self.links = links
    self.queue = queue
    self.askable = askable
    self.now = now
  }

  /// Links a purchase by the app's policy, now or once the purchase is known. Returns after the
  /// commit.
  package func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> Answer {
    let outcome = try await links.link(account, to: id, of: bundleID, in: environment)
    guard outcome == .unknown, askable.contains(bundleID) else { return .decided(outcome) }
    let reference = AccountReference(environment, bundleID, account)
    let command = LinkCommand(account: account, originalTransactionID: id)
    let moment = now()
    let link = NewJob(
      .link, about: "\(id.rawValue)/\(reference.key.hexadecimal)", in: environment, of: bundleID,
      for: reference, content: Array(try JSONEncoder().encode(command)), dueAt: moment)
    let history = NewJob(
      .history, about: id.rawValue, in: environment, of: bundleID, for: reference, dueAt: moment)
    try await Rejection.translatingFailure { try await queue.enqueue([history, link], at: moment) }
    return .pending(link.id)
  }

  /// Assigns a purchase to an account by a person's decision, whatever the app's policy says, with its
  /// coins if wanted. Returns after the commit.
  package func assign(
    _ id: OriginalTransactionID, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, withCoins: Bool, author: String, reason: String
  ) async throws -> LinkOutcome {
    try await links.assign(
      id, to: account, of: bundleID, in: environment, withCoins: withCoins, author: author,
      reason: reason)
  }
}
