import EventStore
package import Ledger

extension Intake {
  /// Publishes the terms and numbers that hold in an environment. Returns after the commit.
  package func publish(
    _ terms: CommissionTerms, _ settings: TenureSettings, in environment: StoreEnvironment
  ) async throws -> TermsPublished {
    let published = TermsPublished(
      environment: environment, terms: terms, settings: settings, publishedAt: now())
    _ = try await log.append([NewEvent(.termsPublished(published))])
    return published
  }

  /// Every publication of terms, in the order in which it was recorded.
  package func publishedTerms() async throws -> [TermsPublished] {
    try await log.commons().compactMap { recorded in
      if case .termsPublished(let terms) = recorded.event { terms } else { nil }
    }
  }
}
