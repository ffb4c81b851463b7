import EventProcessing
import Foundation
import Synchronization
import Testing

/// The work that a stopping service still does.
struct LastWorkTests {
  private struct Lost: Error {}

  @Test func `work that never ends is canceled soon`() async {
    let clock = ContinuousClock()
    let time = await clock.measure {
      await #expect(throws: CancellationError.self) {
        try await LastWork().run { try await Task.sleep(for: .seconds(600)) }
      }
    }
    #expect(time >= .seconds(2))
    #expect(time < .seconds(300))
  }

  @Test func `after work that was canceled the next is not begun`() async throws {
    let last = LastWork()
    try await last.run {}
    try? await last.run { try await Task.sleep(for: .seconds(600)) }
    let wasBegun = Mutex(false)
    await #expect(throws: CancellationError.self) {
      try await last.run { wasBegun.withLock { $0 = true } }
    }
    let isWaitedFor = wasBegun.withLock(\.self)
    #expect(!isWaitedFor)
  }

  @Test func `work goes on after the cancellation of its task`() async throws {
    let isDone = Mutex(false)
    try await canceled {
      try await LastWork.outlive {
        try await Task.sleep(for: .milliseconds(50))
        isDone.withLock { $0 = true }
      }
    }
    let wasDone = isDone.withLock(\.self)
    #expect(wasDone)
  }

  @Test func `work that hangs does not outlive a cancellation for long`() async {
    await #expect(throws: CancellationError.self) {
      try await canceled {
        try await LastWork.outlive { try await Task.sleep(for: .seconds(600)) }
      }
    }
  }

  @Test func `work that hears of no cancellation is not waited for`() async {
    let clock = ContinuousClock()
    let time = await clock.measure {
      await #expect(throws: CancellationError.self) {
        try await LastWork().run { await Self.deaf(for: 20) }
      }
      await #expect(throws: CancellationError.self) {
        try await canceled { try await LastWork.outlive { await Self.deaf(for: 20) } }
      }
    }
    #expect(time >= .seconds(4))
    #expect(time < .seconds(20))
  }

  @Test func `without a cancellation work takes the time that it needs`() async throws {
    let start = ContinuousClock.now
    try await LastWork.outlive { try await Task.sleep(for: .seconds(2.5)) }
    #expect(ContinuousClock.now - start >= .seconds(2.5))
  }

  @Test func `an error of the work is thrown`() async {
    await #expect(throws: Lost.self) { try await LastWork().run { throw Lost() } }
    await #expect(throws: Lost.self) { try await LastWork.outlive { throw Lost() } }
  }

  /// Ends after some seconds, whether or not its task is canceled.
  private static func deaf(for seconds: TimeInterval) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: seconds)
        continuation.resume()
      }
    }
  }

  /// Runs the body in a task that was canceled before it.
  private func canceled(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await body()
    }
    try await task.value
  }
}
