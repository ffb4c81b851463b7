/// Apple's number for the state of a subscription, told beside a renewal. An unknown number is kept.
package struct RenewalStatus: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let active = RenewalStatus(rawValue: 1)
  package static let expired = RenewalStatus(rawValue: 2)
  package static let billingRetry = RenewalStatus(rawValue: 3)
  package static let grace = RenewalStatus(rawValue: 4)
  package static let revoked = RenewalStatus(rawValue: 5)

  private static let graceSubtype = "GRACE_PERIOD"

  /// Creates the status that a notification tells; nil if it tells none. The subtype of a grace period
  /// means grace, whatever the number.
  package init?(number: Int32?, subtype: String?) {
    if subtype == Self.graceSubtype {
      self = .grace
    } else if let number {
      self.init(rawValue: number)
    } else {
      return nil
    }
  }
}
