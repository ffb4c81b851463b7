import Ledger

/// An account's consent to tell Apple how much of its purchases was used, with the event behind it.
struct ConsentExplanation: Encodable {
  private let consumption: Bool
  private let saidAt: String?
  private let because: String?

  /// - Parameter events: the account's known consent events and erasures.
  init(of account: AccountReference, _ events: [RecordedEvent]) {
    let consent = ConsumptionConsent(account, events)
    consumption = consent.isGiven
    saidAt = consent.last?.changedAt.description
    because = consent.last.flatMap { last in
      events.first { $0.event == .account(.consentChanged(last)) }?.id.description
    }
  }

  var line: String {
    guard let saidAt = saidAt, let because else { return "  never given" }
    return "  \(consumption ? "given" : "refused") \(saidAt)  because of \(because)"
  }
}
