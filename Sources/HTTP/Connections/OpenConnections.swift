import HummingbirdCore
import Logging

/// The count of open connections. Logs that the maximum is reached, at most once a minute.
struct OpenConnections: AvailableConnectionsDelegate {
  private let maximum: Int
  private let logger: Logger
  private let sampler = LogSampler(linesMax: 1)
  private var count = 0

  init(atMost maximum: Int, logger: Logger) {
    self.maximum = maximum
    self.logger = logger
  }

  mutating func connectionOpened() {
    count += 1
    guard count >= maximum, sampler.admit("maximum") != nil else { return }
    logger.warning(
      "no more connections are accepted until one ends",
      metadata: ["connections": .stringConvertible(count)])
  }

  mutating func connectionClosed() {
    count -= 1
  }

  func isAcceptingNewConnections() -> Bool { count < maximum }
}
