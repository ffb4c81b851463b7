package import Ledger

/// A month that was closed.
package struct ModelClose: Sendable {
  package let app: BundleID
  package let environment: StoreEnvironment
  package let from: Instant
  /// The first moment after the month.
  package let to: Instant
  /// The last positions that the close counts.
  package let cut: Position

  package init(
    app: BundleID, environment: StoreEnvironment, from: Instant, to: Instant, cut: Position
  ) {
    self.app = app
    self.environment = environment
    self.from = from
    self.to = to
    self.cut = cut
  }
}

/// Everything from which the model answers: what was recorded, in the order of its moments, the closes in their
/// order, and the settings of the ledger.
package struct ModelReportFacts: Sendable {
  package let events: [RecordedEvent]
  package let closes: [ModelClose]
  package let terms: [ModelTerm]
  package let settings: ModelSettings
  /// The estimates that hold where no publication tells a tax.
  package let taxes: [ModelTax]
  /// The names of accounts that are known by one.
  package let names: [AccountReference: AccountID]

  package init(
    events: [RecordedEvent], closes: [ModelClose] = [], terms: [ModelTerm] = ModelTerm.standard,
    settings: ModelSettings = ModelSettings(), taxes: [ModelTax] = [],
    names: [AccountReference: AccountID] = [:]
  ) {
    self.events = events
    self.closes = closes
    self.terms = terms
    self.settings = settings
    self.taxes = taxes
    self.names = names
  }
}

/// A row of a report: the name of each column with its value as in CSV. Amounts are in milliunits, unknown
/// values are empty.
package typealias ModelReportRow = [String: String]
