import Synchronization

/// The end of a test's server, for which a handler that never answers waits.
final class Closing: Sendable {
  private let hasBegun = Mutex(false)

  func begin() { hasBegun.withLock { $0 = true } }

  func wait() async {
    while !hasBegun.withLock(\.self), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))  // a cancellation ends the loop
    }
  }
}
