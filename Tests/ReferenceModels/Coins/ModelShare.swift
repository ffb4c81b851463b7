/// A share of an amount as a fraction from 0 to 1.
struct ModelShare: Equatable {
  static let none = ModelShare(0, of: 1)
  static let all = ModelShare(1, of: 1)

  private let part: Int128
  private let whole: Int128
  /// True if amounts are rounded to the nearest, half up; otherwise down.
  private var isRounded = true

  /// Creates a part of a positive whole. Less than nothing is nothing, and more than everything is
  /// everything.
  init(_ part: Int64, of whole: Int64) {
    self.part = Int128(max(0, min(part, whole)))
    self.whole = Int128(whole)
  }

  /// Creates the share of a percentage in milliunits.
  init(percentage: Int32) {
    self.init(Int64(percentage), of: 100_000)
  }

  var roundedDown: ModelShare {
    var share = self
    share.isRounded = false
    return share
  }

  func part(of amount: Int64) -> Int64 {
    let (number, rest) = (Int128(amount) * part).quotientAndRemainder(dividingBy: whole)
    return Int64(isRounded && rest * 2 >= whole ? number + 1 : number)
  }

  func isLess(than other: ModelShare) -> Bool { part * other.whole < other.part * whole }

  static func == (left: ModelShare, right: ModelShare) -> Bool {
    left.part * right.whole == right.part * left.whole
  }
}
