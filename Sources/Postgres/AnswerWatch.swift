import Foundation
import Synchronization

/// A thread that ends the calls of libpq that a server does not answer in time.
///
/// A frozen server neither answers nor closes its connections, and libpq waits for ever. The watch
/// shuts the socket down, so that the call returns with an error on its own thread.
final class AnswerWatch: Sendable {
  /// The watch of this process.
  static let shared = AnswerWatch()

  /// The name of one session in the watch.
  struct Name: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Call {
    var deadline: ContinuousClock.Instant
    let socket: Int32
  }

  private struct State {
    var calls: [Name: Call] = [:]
    var names: UInt64 = 0
    /// The moment at which the thread looks again; nil while it waits for the first call.
    var nextLook: ContinuousClock.Instant?
    var isStarted = false
  }

  private let state = Mutex(State())
  private let bell = NSCondition()

  func newName() -> Name {
    state.withLock { state in
      state.names += 1
      return Name(number: state.names)
    }
  }

  /// Watches a call until `end`. A session has one call at a time.
  func begin(_ name: Name, on socket: Int32, until deadline: ContinuousClock.Instant) {
    let (isFirst, isSooner) = state.withLock { state in
      defer { state.isStarted = true }
      state.calls[name] = Call(deadline: deadline, socket: socket)
      return (!state.isStarted, state.nextLook.map { deadline < $0 } ?? true)
    }
    if isFirst { start() } else if isSooner { ring() }
  }

  /// Moves the deadline of a running call nearer.
  func hurry(_ name: Name, until deadline: ContinuousClock.Instant) {
    state.withLock { state in
      guard let call = state.calls[name] else { return }
      state.calls[name]?.deadline = min(call.deadline, deadline)
    }
    ring()
  }

  func end(_ name: Name) {
    state.withLock { $0.calls[name] = nil }
  }

  private func start() {
    let thread = Thread { self.watch() }
    thread.name = "postgres-watch"
    thread.start()
  }

  private func ring() {
    bell.withLock { bell.signal() }
  }

  private func watch() {
    while true {
      bell.withLock {
        if let pause = look() {
          _ = bell.wait(until: Date(timeIntervalSinceNow: pause / .seconds(1)))
        } else {
          bell.wait()
        }
      }
    }
  }

  /// Shuts the sockets of overdue calls down, and returns the time until the next deadline. A socket
  /// stays open until its call has ended, so that its number is of no other file.
  private func look() -> Duration? {
    state.withLock { state in
      let now = ContinuousClock.now
      for (name, call) in state.calls where call.deadline <= now {
        shutdown(call.socket, Int32(SHUT_RDWR))
        state.calls[name] = nil
      }
      state.nextLook = state.calls.values.map(\.deadline).min()
      return state.nextLook.map { $0 - now }
    }
  }
}
