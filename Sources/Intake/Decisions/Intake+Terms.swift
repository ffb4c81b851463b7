import EventStore
package import Ledger

extension Intake {
  /// Publishes the terms and settings of an environment. Returns after the commit.
  package func publish(
    _ terms: CommissionTerms, _ settings: TenureSettings, in environment: StoreEnvironment
  ) async throws -> TermsPublished {
    let published = TermsPublished(
      environment: environment, terms: terms, settings: settings, publishedAt: now())
    _ = try await log.append([NewEvent(.shared(.termsPublished(published)))])
    return published
  }

  /// Returns every publication of terms, in recording order.
  package func publishedTerms() async throws -> [TermsPublished] {
    try await log.shared().compactMap { recorded in
      if case .shared(.termsPublished(let terms)) = recorded.event { terms } else { nil }
    }
  }
}
