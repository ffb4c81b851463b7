package import AppStore

/// The developer's part of the answer about a purchase whose refund was requested. The ledger adds
/// the purchase's use. An app without a policy answers nothing.
package struct ConsumptionPolicy: Sendable, Hashable {
  /// True if the game lets people try before they buy.
  package let sampleContentProvided: Bool
  /// The decision that the developer prefers; nil for no preference.
  package let refundPreference: ConsumptionRequestBody.RefundPreference?

  package init(
    sampleContentProvided: Bool,
    refundPreference: ConsumptionRequestBody.RefundPreference? = nil
  ) {
    self.sampleContentProvided = sampleContentProvided
    self.refundPreference = refundPreference
  }
}
