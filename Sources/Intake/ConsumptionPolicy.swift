package import AppStore

/// What Apple is told of a purchase whose refund is asked for, besides what the ledger knows of its use.
/// Where an app has none, Apple is told nothing.
package struct ConsumptionPolicy: Sendable, Hashable {
  /// Whether the game lets people try before they buy.
  package let sampleContentProvided: Bool
  /// What the developer would like Apple to decide; nil for no preference.
  package let refundPreference: ConsumptionRequestBody.RefundPreference?

  package init(
    sampleContentProvided: Bool,
    refundPreference: ConsumptionRequestBody.RefundPreference? = nil
  ) {
    self.sampleContentProvided = sampleContentProvided
    self.refundPreference = refundPreference
  }
}
