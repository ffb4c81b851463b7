/// The queue of the world's planned tasks, ordered by moment, then by the order of planning.
struct Agenda: Sendable {
  enum Task: Sendable {
    /// Apple charges for the next period, some hours ahead.
    case charge(subscription: Int, plan: Int)
    case periodEnd(subscription: Int, plan: Int)
    case graceEnd(subscription: Int, plan: Int)
    case retryEnd(subscription: Int, plan: Int)
    case approvalLapse(String)
    case refundDecision(transaction: Int)
    case massExtension(requestIdentifier: String)
    /// A customer or the developer takes a random action.
    case randomAction(RandomAction)
  }

  private struct Entry: Sendable {
    let at: Int64
    let order: Int
    let task: Task

    func precedes(_ other: Entry) -> Bool { (at, order) < (other.at, other.order) }
  }

  private var heap: [Entry] = []
  private var planned = 0

  var next: Int64? { heap.first?.at }

  mutating func plan(_ task: Task, at moment: Int64) {
    heap.append(Entry(at: moment, order: planned, task: task))
    planned += 1
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the earliest task that is due by `moment`.
  mutating func take(dueBy moment: Int64) -> (at: Int64, task: Task)? {
    guard let first = heap.first, first.at <= moment else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.at, first.task)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right].precedes(heap[left]) ? right : left
      guard heap[least].precedes(heap[parent]) else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
