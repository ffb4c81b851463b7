/// The offer under which a period was, or will be, bought.
package struct Offer: Hashable, Sendable, Codable {
  /// Apple's number: 1 introductory, 2 promotional, 3 offer code, 4 win-back; nil if Apple named only
  /// the discount.
  package var type: Int32?
  package var identifier: String?
  /// Apple's name: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
  package var discountType: String?
  /// The length of the offer as an ISO 8601 duration.
  package var period: String?

  package init(
    type: Int32?, identifier: String? = nil, discountType: String? = nil, period: String? = nil
  ) {
    self.type = type
    self.identifier = identifier
    self.discountType = discountType
    self.period = period
  }

  /// True for an introductory offer, which has no identifier.
  var isIntroductory: Bool { type == 1 }
}
