import Ledger

/// Whether an account lets Apple be told how much of its purchases was used, and which event said so.
struct ConsentStory: Encodable {
  private let consumption: Bool
  private let saidAt: String?
  private let because: String?

  /// - Parameter events: what the account said, and its erasures, as far as they are known.
  init(of account: AccountReference, _ events: [RecordedEvent]) {
    let consent = ConsumptionConsent(account, events)
    consumption = consent.isGiven
    saidAt = consent.last?.changedAt.description
    because = consent.last.flatMap { last in
      events.first { $0.event == .consentChanged(last) }?.id.description
    }
  }

  var line: String {
    guard let saidAt = saidAt, let because else { return "  never given" }
    return "  \(consumption ? "given" : "refused") \(saidAt)  because of \(because)"
  }
}
