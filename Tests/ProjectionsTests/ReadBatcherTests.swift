import Synchronization
import Testing

@testable import Projections

@Suite(.timeLimit(.minutes(1)))
struct ReadBatcherTests {
  private struct Broken: Error {}
  private struct Down: Error {}

  /// A store that answers ten times each key. It can be held, and fails for one key or for all.
  private final class Store: Sendable {
    private struct State {
      var batches: [[Int]] = []
      var held: Set<Int> = []
      var broken: Int?
      var isDown = false
    }

    private let state: Mutex<State>

    /// - Parameter held: the keys whose reads do not end.
    init(held: Set<Int> = []) {
      state = Mutex(State(held: held))
    }

    var batches: [[Int]] { state.withLock(\.batches) }

    func release() { state.withLock { $0.held = [] } }
    func breakDown() { state.withLock { $0.isDown = true } }
    func damage(_ key: Int) { state.withLock { $0.broken = key } }

    func read(_ keys: [Int]) async throws -> [Int] {
      state.withLock { $0.batches.append(keys) }
      while !state.withLock(\.held).isDisjoint(with: keys) {
        try await Task.sleep(for: .milliseconds(1))
      }
      try state.withLock { state in
        if state.isDown { throw Down() }
        if let broken = state.broken, keys.contains(broken) { throw Broken() }
      }
      return keys.map { $0 * 10 }
    }
  }

  private static func isDown(_ error: any Error) -> Bool { error is Down }

  /// A batcher with one read at a time, which is slow after an hour unless a test says otherwise.
  private static func batcher(
    _ store: Store, weightMax: Int = 32, slowAfter: Duration = .seconds(3_600)
  ) -> ReadBatcher<Int, Int> {
    ReadBatcher(
      readsMax: 1, weightMax: weightMax, slowAfter: slowAfter, isOfAll: Self.isDown
    ) { try await store.read($0) }
  }

  private typealias Tasks = [Int: Task<Int, any Error>]

  /// Begins to read the first key, which is held, and lets the others wait in their order.
  private static func begin(
    _ keys: ClosedRange<Int>, _ batcher: ReadBatcher<Int, Int>, _ store: Store, weight: Int = 1
  ) async -> Tasks {
    var tasks: Tasks = [:]
    for key in keys {
      tasks[key] = Task { try await batcher.value(of: key, weight: weight) }
      while store.batches.isEmpty || batcher.waitingCount < key - keys.lowerBound {
        await Task.yield()
      }
    }
    return tasks
  }

  private static func expectTenfold(_ tasks: Tasks) async throws {
    for (key, task) in tasks { #expect(try await task.value == key * 10) }
  }

  @Test func `requests that wait are answered by one read`() async throws {
    let store = Store(held: [1])
    let batcher = Self.batcher(store)
    let tasks = await Self.begin(1...4, batcher, store)
    store.release()
    try await Self.expectTenfold(tasks)
    #expect(store.batches == [[1], [2, 3, 4]])
    #expect(try await batcher.value(of: 5, weight: 1) == 50)
  }

  @Test func `a batch has a bounded weight`() async throws {
    let store = Store(held: [1])
    let tasks = await Self.begin(1...8, Self.batcher(store, weightMax: 9), store, weight: 3)
    store.release()
    try await Self.expectTenfold(tasks)
    #expect(store.batches == [[1], [2, 3, 4], [5, 6, 7], [8]])
  }

  @Test func `a key that is heavier than a batch is read by itself`() async throws {
    let store = Store(held: [1])
    let tasks = await Self.begin(1...3, Self.batcher(store, weightMax: 9), store, weight: 20)
    store.release()
    try await Self.expectTenfold(tasks)
    #expect(store.batches == [[1], [2], [3]])
  }

  @Test(arguments: [2, 3, 4])
  func `an error of one key is the answer for this key alone`(broken: Int) async throws {
    let store = Store(held: [1])
    store.damage(broken)
    var tasks = await Self.begin(1...4, Self.batcher(store), store)
    store.release()
    let task = tasks.removeValue(forKey: broken)
    try await Self.expectTenfold(tasks)
    await #expect(throws: Broken.self) { try await task?.value }
  }

  @Test func `an error of the store is the answer for all keys, and is not repeated`() async throws
  {
    let store = Store(held: [1])
    store.breakDown()
    let tasks = await Self.begin(1...4, Self.batcher(store), store)
    store.release()
    for task in tasks.values { await #expect(throws: Down.self) { try await task.value } }
    #expect(store.batches == [[1], [2, 3, 4]])
  }

  @Test func `the next request reads when the one that reads is canceled`() async throws {
    let store = Store(held: [1, 2, 3])
    let tasks = await Self.begin(1...4, Self.batcher(store), store)
    for key in 1...2 {
      tasks[key]?.cancel()
      await #expect(throws: CancellationError.self) { try await tasks[key]?.value }
      while store.batches.count < key + 1 { await Task.yield() }
    }
    store.release()
    for key in 3...4 { #expect(try await tasks[key]?.value == key * 10) }
    #expect(store.batches == [[1], [2, 3, 4], [3, 4]])
  }

  @Test func `a canceled request waits no longer, and is not read`() async throws {
    let store = Store(held: [1])
    let batcher = Self.batcher(store)
    let tasks = await Self.begin(1...4, batcher, store)
    for key in [2, 3] {
      tasks[key]?.cancel()
      await #expect(throws: CancellationError.self) { try await tasks[key]?.value }
    }
    store.release()
    for key in [1, 4] { #expect(try await tasks[key]?.value == key * 10) }
    #expect(store.batches == [[1], [4]])
    #expect(batcher.waitingCount == 0)
  }

  @Test func `a read that hangs holds up its own batch alone`() async throws {
    let store = Store(held: [1])
    let batcher = Self.batcher(store, slowAfter: .milliseconds(20))
    let hanging = Task { try await batcher.value(of: 1, weight: 1) }
    while store.batches.isEmpty { await Task.yield() }
    let tasks = (2...40).map { key in
      (key, Task { try await batcher.value(of: key, weight: 1) })
    }
    for (key, task) in tasks { #expect(try await task.value == key * 10) }
    #expect(store.batches.first == [1])
    #expect(!store.batches.dropFirst().joined().contains(1))
    #expect(batcher.waitingCount == 0)
    store.release()
    #expect(try await hanging.value == 10)
  }
}
