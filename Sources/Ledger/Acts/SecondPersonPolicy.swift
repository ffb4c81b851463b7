/// The acts of an app that need a second person. By default none does.
package struct SecondPersonPolicy: Hashable, Sendable {
  /// An act that may need a second person.
  package enum Need: Hashable, Sendable {
    /// An adjustment of a wallet by an amount of coins, up or down.
    case adjust(Int64)
    /// A credit of coins by a game's key.
    case credit(Int64)
    /// A close of a period although something is incomplete.
    case forcedClose
    /// The grant of what refused grants owe.
    case grantDue
  }

  /// The largest adjustment, up or down, that one person may make; nil for any.
  package let adjustAbove: Int64?
  /// The largest credit that one person may make; nil for any.
  package let creditAbove: Int64?
  package let forcedClose: Bool
  package let grantDue: Bool

  package static let off = SecondPersonPolicy()

  package init(
    adjustAbove: Int64? = nil, creditAbove: Int64? = nil, forcedClose: Bool = false,
    grantDue: Bool = false
  ) {
    self.adjustAbove = adjustAbove
    self.creditAbove = creditAbove
    self.forcedClose = forcedClose
    self.grantDue = grantDue
  }

  package func demands(_ need: Need) -> Bool {
    switch need {
    case .adjust(let amount): adjustAbove.map { amount.magnitude > $0.magnitude } ?? false
    case .credit(let amount): creditAbove.map { amount.magnitude > $0.magnitude } ?? false
    case .forcedClose: forcedClose
    case .grantDue: grantDue
    }
  }
}
