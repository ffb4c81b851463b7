/// A share from nothing to all, of which parts are taken rounded half up.
struct Share: Comparable, Sendable {
  private let part: Int64
  private let whole: Int64

  static let none = Share(of: 0, in: 1)
  static let all = Share(of: 1, in: 1)

  /// Limits the share to nothing and all.
  ///
  /// - Precondition: `whole` is positive.
  init(of part: Int64, in whole: Int64) {
    precondition(whole > 0, "a share is of something")
    self.part = min(max(part, 0), whole)
    self.whole = whole
  }

  /// Returns the part of an amount, rounded half up.
  func part(of amount: Int64) -> Int64 {
    let doubled = Int128(amount) * Int128(part) * 2 + Int128(whole)
    let (quotient, rest) = doubled.quotientAndRemainder(dividingBy: Int128(whole) * 2)
    return Int64(rest < 0 ? quotient - 1 : quotient)
  }

  static func == (left: Share, right: Share) -> Bool {
    Int128(left.part) * Int128(right.whole) == Int128(right.part) * Int128(left.whole)
  }

  static func < (left: Share, right: Share) -> Bool {
    Int128(left.part) * Int128(right.whole) < Int128(right.part) * Int128(left.whole)
  }
}
