import Glibc
import HummingbirdCore
package import Logging
import Synchronization

/// The limit of connections at once. New ones wait in the system's queue while it is reached.
package final class ConnectionCount: AvailableConnectionsDelegate {
  /// The descriptors that are left for the database, Apple, files and commands.
  private static let reserve = 128
  /// The most descriptors that are asked for.
  private static let descriptorsMax: UInt = 65_536
  /// The time between two lines in the log.
  private static let pause: Duration = .seconds(60)

  private struct State {
    var open = 0
    var lastTold: ContinuousClock.Instant?
  }

  private let most: Int
  private let logger: Logger
  private let state = Mutex(State())

  /// - Parameter most: the most connections at once.
  package init(atMost most: Int, logger: Logger) {
    self.most = most
    self.logger = logger
  }

  /// Raises the process's limit of open files as far as it may, and returns the number of connections
  /// that it allows; at least 16.
  package static func raisedLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 16 }
    let wanted = min(limit.rlim_max, Self.descriptorsMax)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      // A limit that cannot be raised stays, and is read below.
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return max(16, Int(min(limit.rlim_cur, Self.descriptorsMax)) - Self.reserve)
  }

  package func connectionOpened() { state.withLock { $0.open += 1 } }

  package func connectionClosed() { state.withLock { $0.open -= 1 } }

  package func isAcceptingNewConnections() -> Bool {
    let (isFull, isNews) = state.withLock { state in
      guard state.open >= most else { return (false, false) }
      let now = ContinuousClock.now
      guard state.lastTold.map({ now - $0 >= Self.pause }) ?? true else { return (true, false) }
      state.lastTold = now
      return (true, true)
    }
    if isNews {
      logger.warning(
        "no more connections are accepted",
        metadata: ["connections": "\(most)", "remedy": "raise LimitNOFILE, or limit clients"])
    }
    return !isFull
  }
}
