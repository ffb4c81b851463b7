import EventStore
package import Ledger

/// The decisions on which the division of a price depends: published terms, taxes and prices of apps,
/// and entries of programs.
package struct CommissionDecisions: Sendable {
  private let recorder: EventRecorder

  init(recorder: EventRecorder) {
    self.recorder = recorder
  }

  /// Publishes the terms and settings of an environment. Returns after the commit.
  package func publish(
    _ terms: CommissionTerms, _ settings: TenureSettings, in environment: StoreEnvironment,
    signed signature: ActSignature? = nil
  ) async throws -> TermsPublished {
    let published = TermsPublished(
      environment: environment, terms: terms, settings: settings, publishedAt: recorder.now())
    _ = try await recorder.append(
      .termsPublished(published), as: .termsPublish, on: environment.rawValue, signed: signature)
    return published
  }

  /// Publishes the taxes in an app's prices. Returns after the commit.
  package func publish(
    taxes rows: [TaxTable.Row], of bundleID: BundleID, by author: String
  ) async throws -> TaxesPublished {
    let published = TaxesPublished(
      bundleID: bundleID, rows: rows, author: author, publishedAt: recorder.now())
    _ = try await recorder.log.append([NewEvent(.shared(.taxesPublished(published)))])
    return published
  }

  /// Publishes the prices of an app itself. Returns after the commit.
  package func publish(
    _ prices: AppPrices, of bundleID: BundleID, by author: String
  ) async throws -> PricesPublished {
    let published = PricesPublished(
      bundleID: bundleID, sku: prices.sku, rows: prices.rows, author: author,
      publishedAt: recorder.now())
    _ = try await recorder.log.append([NewEvent(.shared(.pricesPublished(published)))])
    return published
  }

  /// Records that the developer takes part in one of Apple's programs. Returns after the commit.
  package func enter(
    _ program: String, of bundleID: BundleID?, from: Instant, until: Instant?,
    signed signature: ActSignature? = nil, as act: Act = .programsAdd
  ) async throws -> ProgramEntered {
    let entered = ProgramEntered(
      program: program, bundleID: bundleID, from: from, until: until, enteredAt: recorder.now())
    _ = try await recorder.append(
      .programEntered(entered), as: act, on: program, signed: signature)
    return entered
  }

  /// Withdraws an entry of a program that was made by mistake: it covers no charge any more. Returns
  /// nil if no such entry stands.
  package func withdrawProgram(
    _ name: String, of bundleID: BundleID?, from: Instant, signed signature: ActSignature? = nil
  ) async throws -> ProgramEntered? {
    let entry = Program(name, in: bundleID, from: from, until: from)
    let standing = SharedState(try await recorder.log.reading.shared()).programs.first {
      $0.isSame(as: entry)
    }
    guard let standing, standing.until != from else { return nil }
    return try await enter(
      name, of: bundleID, from: from, until: from, signed: signature, as: .programsWithdraw)
  }

  /// Returns every event about programs, in recording order.
  package func programs() async throws -> [RecordedEvent] {
    try await recorder.log.reading.shared().filter {
      if case .shared(.programEntered) = $0.event { true } else { false }
    }
  }
}
