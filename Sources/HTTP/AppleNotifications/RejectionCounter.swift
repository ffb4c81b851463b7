package import Ledger
import Synchronization

/// A counter of the notifications rejected since the process began, by code. The codes are our own,
/// so their number is bounded.
package final class RejectionCounter: Sendable {
  /// The rejections of one app and code since they were last taken.
  package struct Count: Hashable, Sendable {
    /// The configured app that the notifications claim; nil if they claim none of them.
    package let app: BundleID?
    package let code: String
    package var count: Int64
    package var firstAt: Instant
    package var lastAt: Instant
  }

  private struct Kind: Hashable {
    let app: BundleID?
    let code: String
  }

  private struct State {
    var totals: [String: Int] = [:]
    var untaken: [Kind: Count] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameter isRefused: false for a notification that the sender shall send again.
  func count(_ code: String, of app: BundleID?, isRefused: Bool, at now: Instant) {
    state.withLock { state in
      state.totals[code, default: 0] += 1
      guard isRefused else { return }
      let new = Count(app: app, code: code, count: 1, firstAt: now, lastAt: now)
      Self.add(new, to: &state)
    }
  }

  var snapshot: [String: Int] { state.withLock(\.totals) }

  /// Takes the counts that nobody has taken.
  package func take() -> [Count] {
    state.withLock { state in
      defer { state.untaken = [:] }
      return Array(state.untaken.values)
    }
  }

  /// Gives counts back that could not be kept.
  package func giveBack(_ counts: [Count]) {
    state.withLock { state in
      for count in counts { Self.add(count, to: &state) }
    }
  }

  private static func add(_ new: Count, to state: inout State) {
    let kind = Kind(app: new.app, code: new.code)
    guard var known = state.untaken[kind] else {
      state.untaken[kind] = new
      return
    }
    known.count += new.count
    known.firstAt = min(known.firstAt, new.firstAt)
    known.lastAt = max(known.lastAt, new.lastAt)
    state.untaken[kind] = known
  }
}
