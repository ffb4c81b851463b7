import Synchronization

/// A counter of the notifications rejected since the process began, by code. The codes are our own,
/// so their number is bounded.
package final class RejectionCounter: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func count(_ code: String) {
    counts.withLock { $0[code, default: 0] += 1 }
  }

  var snapshot: [String: Int] { counts.withLock(\.self) }
}
