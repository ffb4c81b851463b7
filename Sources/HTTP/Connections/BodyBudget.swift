import Synchronization

/// The memory for bodies of requests with a key, shared by all of them. A quarter of it is for small bodies, which are
/// most of the honest ones, so that large ones cannot crowd them out.
package final class BodyBudget: Sendable {
  /// The most bytes of a small body.
  static let smallMax = 32_768

  private let total: Int
  private let used = Mutex(0)

  /// - Parameter total: the most bytes of all bodies.
  package init(total: Int = 48 * 1_048_576) {
    self.total = total
  }

  /// The number of bytes that are taken now.
  var taken: Int { used.withLock(\.self) }

  /// Takes bytes for a body that then has so many in all. Returns false if there is no room.
  func take(_ count: Int, ofBodyOf size: Int) -> Bool {
    used.withLock { used in
      guard used + count <= (size <= Self.smallMax ? total : total / 4 * 3) else { return false }
      used += count
      return true
    }
  }

  func giveBack(_ count: Int) {
    used.withLock { $0 -= count }
  }
}

/// The bytes that the body of one request has taken of the budget.
final class BodyShare: Sendable {
  private let budget: BodyBudget
  private let taken = Mutex(0)

  init(of budget: BodyBudget) {
    self.budget = budget
  }

  /// Takes bytes. Throws 503 if there is no room for them.
  func take(_ count: Int) throws(Problem) {
    let isTaken = taken.withLock { taken in
      guard budget.take(count, ofBodyOf: taken + count) else { return false }
      taken += count
      return true
    }
    guard isTaken else { throw .bodiesTooMany }
  }

  func giveBack() {
    taken.withLock { taken in
      budget.giveBack(taken)
      taken = 0
    }
  }
}
