/// The state of a pool and all its decisions, without side effects; the pool only carries them out.
struct PoolState {
  typealias WaiterID = UInt64
  typealias Waiter = CheckedContinuation<Turn, any Error>

  /// The result of waiting: a connection, or the permission to open one.
  enum Turn: Sendable {
    case connection(Connection)
    case permission
  }

  enum Checkout {
    case turn(Turn)
    case wait
    case closed
  }

  enum Returned {
    case resume(Waiter, Turn)
    case keep
    case discard

    var isDiscard: Bool {
      if case .discard = self { true } else { false }
    }
  }

  private struct Waiting {
    let id: WaiterID
    let deadline: ContinuousClock.Instant
    let waiter: Waiter
  }

  private let size: Int
  private let pauseMax: Duration
  private var idle: [Connection] = []
  private var openCount = 0
  /// The waiters in the order of their deadlines, which is that of their requests.
  private var waiters: [Waiting] = []
  /// True while a task refuses the waiters whose deadlines have passed.
  private var areDeadlinesKept = false
  private var lastID: WaiterID = 0
  private var failures = 0
  /// The last error that was told since a connection could be opened.
  private var toldError: PostgresError?
  private var isClosed = false

  /// - Parameter pauseMax: the longest delay before another attempt to open a connection.
  init(size: Int, pauseMax: Duration = .seconds(2)) {
    precondition(size > 0, "a pool holds at least one connection")
    self.size = size
    self.pauseMax = pauseMax
  }

  var waitingCount: Int { waiters.count }

  mutating func take() -> Checkout {
    guard !isClosed else { return .closed }
    if let connection = idle.popLast() { return .turn(.connection(connection)) }
    guard openCount < size else { return .wait }
    openCount += 1
    return .turn(.permission)
  }

  mutating func newWaiterID() -> WaiterID {
    lastID += 1
    return lastID
  }

  /// Enqueues a waiter, unless a connection or a place has become free since the last checkout.
  mutating func enlist(
    _ id: WaiterID, _ waiter: Waiter, until deadline: ContinuousClock.Instant
  ) -> Checkout {
    let taken = take()
    if case .wait = taken {
      waiters.append(Waiting(id: id, deadline: deadline, waiter: waiter))
    }
    return taken
  }

  /// Returns true if somebody waits and no task keeps the deadlines so far. The caller starts one, which
  /// goes on until there is no next deadline.
  mutating func startsKeepingDeadlines() -> Bool {
    guard !areDeadlinesKept, !waiters.isEmpty else { return false }
    areDeadlinesKept = true
    return true
  }

  /// Returns the first deadline to be kept; nil if nobody waits, which ends the task that keeps them.
  mutating func nextDeadline() -> ContinuousClock.Instant? {
    areDeadlinesKept = !waiters.isEmpty
    return waiters.first?.deadline
  }

  /// Removes and returns the waiters whose deadlines have passed.
  mutating func removeOverdue(at now: ContinuousClock.Instant) -> [Waiter] {
    let overdue = waiters.prefix { $0.deadline <= now }
    waiters.removeFirst(overdue.count)
    return overdue.map(\.waiter)
  }

  /// Removes and returns a waiter; nil if the waiter is not yet or no longer in the queue.
  mutating func remove(_ id: WaiterID) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).waiter }
  }

  mutating func give(back connection: Connection, isUsable: Bool) -> Returned {
    guard isUsable, !isClosed else {
      openCount -= 1
      guard !isClosed, let waiter = nextWaiter() else { return .discard }
      openCount += 1
      return .resume(waiter, .permission)
    }
    if let waiter = nextWaiter() { return .resume(waiter, .connection(connection)) }
    idle.append(connection)
    return .keep
  }

  mutating func opened() {
    failures = 0
    toldError = nil
  }

  /// Returns true if an error is to be logged: it is the first of a failure, or has another cause than the one
  /// before.
  mutating func tells(_ error: PostgresError?) -> Bool {
    guard error == nil || error != toldError else { return false }
    toldError = error
    return true
  }

  /// Records a failed attempt and passes the free place to the next waiter, so that no waiter waits
  /// for a place that is unused.
  mutating func failedToOpen() -> Waiter? {
    failures += 1
    openCount -= 1
    guard !isClosed, let waiter = nextWaiter() else { return nil }
    openCount += 1
    return waiter
  }

  /// The delay before the next attempt. It doubles with every consecutive failure, with jitter, up
  /// to `pauseMax`.
  var pauseBeforeOpening: Duration {
    guard failures > 0 else { return .zero }
    let full = min(.milliseconds(50 << min(failures, 6)), pauseMax)
    return full * Double.random(in: 0.5...1)
  }

  mutating func close() -> ([Connection], [Waiter]) {
    isClosed = true
    defer {
      idle = []
      waiters = []
    }
    return (idle, waiters.map(\.waiter))
  }

  private mutating func nextWaiter() -> Waiter? {
    waiters.isEmpty ? nil : waiters.removeFirst().waiter
  }
}
