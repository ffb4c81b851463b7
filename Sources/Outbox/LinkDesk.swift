import Foundation
package import Intake
package import Ledger

/// Links purchases to accounts, also those of which Apple has to be asked first.
package struct LinkDesk: Sendable {
  package enum Answer: Sendable, Hashable {
    case decided(LinkOutcome)
    /// Apple is asked about the purchase, then the app's policy decides.
    case owed(ErrandID)
  }

  private let intake: Intake
  private let queue: ErrandQueue
  private let askable: Set<BundleID>
  private let now: @Sendable () -> Instant

  /// - Parameter askable: the apps with a key for Apple's Server API.
  package init(
    intake: Intake, queue: ErrandQueue, askable: Set<BundleID>,
    now: @escaping @Sendable () -> Instant
  ) {
    self.intake = intake
    self.queue = queue
    self.askable = askable
    self.now = now
  }

  /// Links a purchase by the app's policy, now or once it is known. Returns after the commit.
  package func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> Answer {
    let outcome = try await intake.link(account, to: id, of: bundleID, in: environment)
    guard outcome == .unknown, askable.contains(bundleID) else { return .decided(outcome) }
    let reference = AccountReference(environment, bundleID, account)
    let wish = LinkWish(account: account, originalTransactionID: id)
    let moment = now()
    let link = NewErrand(
      .link, about: "\(id.rawValue)/\(reference.key.hexadecimal)", in: environment, of: bundleID,
      for: reference, content: Array(try JSONEncoder().encode(wish)), dueAt: moment)
    let history = NewErrand(
      .history, about: id.rawValue, in: environment, of: bundleID, for: reference, dueAt: moment)
    try await intake.translatingTrouble { try await queue.owe([history, link], at: moment) }
    return .owed(link.id)
  }
}
