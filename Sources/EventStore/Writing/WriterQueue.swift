/// A queue of appends that wait for the writer, without effects: the queue decides and the writer
/// performs.
struct WriterQueue<Waiter: Sendable>: RequestQueue {
  /// The limits of a batch, which keep one commit short.
  static var batchByteMax: Int { 4 << 20 }
  static var batchEventMax: Int { 1_000 }
  /// The limits of the queue. Further appends are rejected instead of kept in memory.
  static var waitingByteMax: Int { 64 << 20 }
  static var waitingMax: Int { 8_192 }

  struct Entry: Sendable {
    let draft: Draft
    let waiter: Waiter
  }

  enum Admission: Equatable {
    /// The active writer will write the append.
    case waits
    /// The append waits and no writer is active: the caller starts one.
    case first
    case full
  }

  private var entries: [Entry] = []
  private var byteCount = 0
  private var writing = 0
  private var isWriting = false

  /// The number of appends that wait or are being written.
  var unansweredCount: Int { entries.count + writing }

  mutating func enlist(_ draft: Draft, _ waiter: Waiter) -> Admission {
    let bytes = draft.byteCount
    guard entries.count < Self.waitingMax,
      entries.isEmpty || byteCount + bytes <= Self.waitingByteMax
    else { return .full }
    entries.append(Entry(draft: draft, waiter: waiter))
    byteCount += bytes
    defer { isWriting = true }
    return isWriting ? .waits : .first
  }

  /// Returns the waiting appends that fit into one batch. Returns nil at the end of the writer's
  /// work.
  mutating func next() -> [Entry]? {
    var batch: [Entry] = []
    var (bytes, events) = (0, 0)
    for entry in entries {
      bytes += entry.draft.byteCount
      events += entry.draft.eventCount
      guard batch.isEmpty || (bytes <= Self.batchByteMax && events <= Self.batchEventMax) else {
        break
      }
      batch.append(entry)
      byteCount -= entry.draft.byteCount
    }
    entries.removeFirst(batch.count)
    isWriting = !batch.isEmpty
    writing = batch.count
    return batch.isEmpty ? nil : batch
  }
}
