import Synchronization

/// The end of a server of a test, for which whoever is never to answer waits.
final class Closing: Sendable {
  private let hasBegun = Mutex(false)

  func begin() { hasBegun.withLock { $0 = true } }

  func wait() async {
    while !hasBegun.withLock(\.self), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))  // a cancellation ends the loop
    }
  }
}
