import EventStore
package import Intake
import Ledger

/// A wish of which nothing can be decided yet.
struct LinkWish: Codable, Sendable, Hashable {
  let account: AccountID
  let originalTransactionID: OriginalTransactionID
}

/// Links a purchase by the app's policy as soon as something is known of it.
package struct LinkHandler: ErrandHandler {
  package let kinds: Set<ErrandKind> = [.link]
  private let intake: Intake
  private let keyring: Keyring

  package init(intake: Intake, queue: ErrandQueue) {
    self.intake = intake
    keyring = queue.keyring
  }

  package func perform(_ errand: Errand) async throws -> ErrandOutcome {
    guard let environment = errand.environment, let bundleID = errand.bundleID else {
      return .unreadable
    }
    let wish: LinkWish
    switch errand.opened(as: LinkWish.self, by: keyring) {
    case .success(let content): wish = content
    case .failure(let outcome): return outcome
    }
    let outcome = try await intake.link(
      wish.account, to: wish.originalTransactionID, of: bundleID, in: environment)
    switch outcome {
    case .linked: return .done
    case .refused(.coolingDown(let end)): return .again(at: end)
    case .refused(let refusal): return .never(reason: refusal.code)
    case .unknown: return .retry(reason: "purchase_unknown")
    }
  }
}
