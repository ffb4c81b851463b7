import Synchronization
import Testing

@testable import Projections

struct BatchedReadsTests {
  private struct Broken: Error {}

  /// A store that answers ten times each key. It is held until it is released, and fails for one key.
  private final class Store: Sendable {
    private struct State {
      var batches: [[Int]] = []
      var isHeld = true
    }

    private let state = Mutex(State())
    private let broken: Int?
    /// Keys that are read while the store is held.
    private let free: Set<Int>

    init(broken: Int? = nil, free: Set<Int> = []) {
      self.broken = broken
      self.free = free
    }

    var batches: [[Int]] { state.withLock(\.batches) }

    func release() {
      state.withLock { $0.isHeld = false }
    }

    func hold() {
      state.withLock { $0.isHeld = true }
    }

    func read(_ keys: [Int]) async throws -> [Int] {
      state.withLock { $0.batches.append(keys) }
      while state.withLock(\.isHeld), free.isDisjoint(with: keys) {
        try await Task.sleep(for: .milliseconds(1))
      }
      if let broken, keys.contains(broken) { throw Broken() }
      return keys.map { $0 * 10 }
    }
  }

  /// Reads with one at a time, which nobody finds slow.
  private static func reads(_ store: Store) -> BatchedReads<Int, Int> {
    BatchedReads(atOnce: 1, patience: .seconds(3_600)) { try await store.read($0) }
  }

  /// Begins to read the first key, and lets the others wait.
  private static func begin(
    _ keys: ClosedRange<Int>, _ reads: BatchedReads<Int, Int>, _ store: Store
  ) async -> [Int: Task<Int, any Error>] {
    var tasks: [Int: Task<Int, any Error>] = [:]
    for key in keys {
      tasks[key] = Task { try await reads.value(of: key) }
      while store.batches.isEmpty || reads.waitingCount < key - keys.lowerBound {
        await Task.yield()
      }
    }
    return tasks
  }

  @Test func `those who wait are read together`() async throws {
    let store = Store()
    let reads = Self.reads(store)
    let tasks = await Self.begin(1...4, reads, store)
    store.release()
    for (key, task) in tasks { #expect(try await task.value == key * 10) }
    #expect(store.batches == [[1], [2, 3, 4]])
    #expect(try await reads.value(of: 5) == 50)
  }

  @Test func `one read has a bounded number of keys`() async throws {
    let store = Store()
    let tasks = await Self.begin(1...41, Self.reads(store), store)
    store.release()
    for (key, task) in tasks { #expect(try await task.value == key * 10) }
    #expect(store.batches.map(\.count) == [1, 32, 8])
  }

  @Test(arguments: [2, 3, 4])
  func `an error is had by those alone whose key it is of`(broken: Int) async throws {
    let store = Store(broken: broken)
    let tasks = await Self.begin(1...4, Self.reads(store), store)
    store.release()
    for (key, task) in tasks where key != broken { #expect(try await task.value == key * 10) }
    await #expect(throws: Broken.self) { try await tasks[broken]?.value }
  }

  @Test func `the others are answered when the one who reads for them is canceled`() async throws {
    let store = Store(free: [1])
    let reads = Self.reads(store)
    store.release()
    #expect(try await reads.value(of: 1) == 10)
    store.hold()
    let tasks = await Self.begin(2...4, reads, store)
    tasks[2]?.cancel()
    await #expect(throws: CancellationError.self) { try await tasks[2]?.value }
    while store.batches.count < 3 { await Task.yield() }
    tasks[3]?.cancel()
    await #expect(throws: CancellationError.self) { try await tasks[3]?.value }
    store.release()
    #expect(try await tasks[4]?.value == 40)
    #expect(store.batches == [[1], [2], [3, 4], [4]])
  }

  /// Nobody waits for a session that hangs: the third finds that it does, and reads for the second.
  @Test(.timeLimit(.minutes(1)))
  func `a slow read is waited for by those alone whose key it is of`() async throws {
    let store = Store(free: [3, 4])
    let reads = BatchedReads(atOnce: 1, patience: .seconds(1)) { try await store.read($0) }
    let tasks = await Self.begin(1...2, reads, store)
    try await Task.sleep(for: .milliseconds(1_100))
    #expect(try await reads.value(of: 3) == 30)
    #expect(try await tasks[2]?.value == 20)
    #expect(store.batches == [[1], [3, 2]])
    store.release()
    #expect(try await tasks[1]?.value == 10)
    #expect(try await reads.value(of: 4) == 40)
  }
}
