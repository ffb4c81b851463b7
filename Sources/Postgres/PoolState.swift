/// What a pool knows: pure, so that the pool only performs what it decides.
struct PoolState {
  typealias WaiterID = UInt64
  typealias Waiter = CheckedContinuation<Turn, any Error>

  /// What a waiter is given: a connection, or leave to open one.
  enum Turn: Sendable {
    case connection(Connection)
    case permission
  }

  enum Taken {
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

  private static let pauseMax: Duration = .seconds(2)

  private let size: Int
  private var idle: [Connection] = []
  private var openCount = 0
  private var waiters: [(id: WaiterID, continuation: Waiter)] = []
  private var lastID: WaiterID = 0
  private var failures = 0
  private var isClosed = false

  init(size: Int) {
    precondition(size > 0, "a pool holds at least one connection")
    self.size = size
  }

  var waitingCount: Int { waiters.count }

  mutating func take() -> Taken {
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

  /// Puts a waiter in the queue unless there is something to take after all.
  mutating func enlist(_ id: WaiterID, _ continuation: Waiter) -> Taken {
    let taken = take()
    if case .wait = taken { waiters.append((id, continuation)) }
    return taken
  }

  /// The waiter to be told, or nil where it is not in the queue: not yet, or no longer.
  mutating func remove(_ id: WaiterID) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).continuation }
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
  }

  /// The next waiter tries in turn, so that nobody waits for a place that nobody holds.
  mutating func failedToOpen() -> Waiter? {
    failures += 1
    openCount -= 1
    guard !isClosed, let waiter = nextWaiter() else { return nil }
    openCount += 1
    return waiter
  }

  /// Doubles with every failure in a row, with jitter, up to two seconds.
  var pauseBeforeOpening: Duration {
    guard failures > 0 else { return .zero }
    let full = min(.milliseconds(50 << min(failures, 6)), Self.pauseMax)
    return full * Double.random(in: 0.5...1)
  }

  mutating func close() -> ([Connection], [Waiter]) {
    isClosed = true
    defer {
      idle = []
      waiters = []
    }
    return (idle, waiters.map(\.continuation))
  }

  private mutating func nextWaiter() -> Waiter? {
    waiters.isEmpty ? nil : waiters.removeFirst().continuation
  }
}
