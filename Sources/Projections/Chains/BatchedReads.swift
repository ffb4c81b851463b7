import Foundation
import Synchronization

/// Reads of one key each, by many tasks at once. Those that have to wait are done together.
///
/// Half as many reads as there are cores are on their way at a time, so that the others have time to answer. Tasks
/// that come meanwhile wait, and then one of them reads for all. If its read fails, each of them reads for itself, so
/// that nobody has the error of another. A task that finds the last read slow waits no longer, and reads for those who
/// wait. A read begins after everyone whose key it includes has asked.
final class BatchedReads<Key: Sendable, Value: Sendable>: Sendable {
  /// The most keys that are read together.
  static var sizeMax: Int { 32 }

  private struct Waiter: Sendable {
    let key: Key
    let continuation: CheckedContinuation<Turn, Never>
  }

  private enum Turn: Sendable {
    /// To read the own key and those of others.
    case toRead(with: ArraySlice<Waiter>)
    case toReadAlone
    /// Another task has read the key.
    case read(Value)
  }

  private struct State {
    var running = 0
    var lastBegan = ContinuousClock.now
    var waiting: [Waiter] = []

    /// Begins a read. Returns those who are read for, without the one who reads if he does not wait.
    mutating func begin(with size: Int) -> ArraySlice<Waiter> {
      running += 1
      lastBegan = .now
      let next = waiting.prefix(size)
      waiting.removeFirst(next.count)
      return next
    }
  }

  private let state = Mutex(State())
  private let atOnce: Int
  private let patience: Duration
  private let read: @Sendable ([Key]) async throws -> [Value]

  /// - Parameters:
  ///   - atOnce: the number of reads that may be on their way.
  ///   - patience: the time after which a read is slow.
  ///   - read: returns the value of each key, in the order of the keys.
  init(
    atOnce: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2),
    patience: Duration = .milliseconds(20),
    _ read: @escaping @Sendable ([Key]) async throws -> [Value]
  ) {
    self.atOnce = atOnce
    self.patience = patience
    self.read = read
  }

  /// The number of tasks that wait.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  func value(of key: Key) async throws -> Value {
    switch await turn(for: key) {
    case .toRead(let others): try await value(of: key, readWith: others)
    case .toReadAlone: try await read([key])[0]
    case .read(let value): value
    }
  }

  private func turn(for key: Key) async -> Turn {
    await withCheckedContinuation { continuation in
      let others = state.withLock { state -> ArraySlice<Waiter>? in
        guard state.running < atOnce || .now - state.lastBegan > patience else {
          state.waiting.append(Waiter(key: key, continuation: continuation))
          return nil
        }
        return state.begin(with: Self.sizeMax - 1)
      }
      if let others { continuation.resume(returning: .toRead(with: others)) }
    }
  }

  private func value(of key: Key, readWith others: ArraySlice<Waiter>) async throws -> Value {
    do {
      let values = try await read([key] + others.map(\.key))
      passOn()
      for (other, value) in zip(others, values.dropFirst()) {
        other.continuation.resume(returning: .read(value))
      }
      return values[0]
    } catch {
      passOn()
      for other in others { other.continuation.resume(returning: .toReadAlone) }
      if others.isEmpty || Task.isCancelled { throw error }
      return try await read([key])[0]
    }
  }

  /// Ends a read, and lets one of those who wait read for the others.
  private func passOn() {
    let next = state.withLock { state -> ArraySlice<Waiter> in
      state.running -= 1
      guard state.running < atOnce, !state.waiting.isEmpty else { return [] }
      return state.begin(with: Self.sizeMax)
    }
    next.first?.continuation.resume(returning: .toRead(with: next.dropFirst()))
  }
}
