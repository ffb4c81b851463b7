/// Appends that wait for the writer: pure, so that the writer only performs what it decides.
struct WriterQueue<Waiter> {
  /// What a batch may hold, so that one commit stays short.
  static var batchByteMax: Int { 4 << 20 }
  static var batchEventMax: Int { 1_000 }
  /// What may wait; more is refused rather than kept in memory.
  static var waitingByteMax: Int { 64 << 20 }
  static var waitingMax: Int { 8_192 }

  struct Entry {
    let draft: Draft
    let waiter: Waiter
  }

  enum Admission: Equatable {
    /// It will be written by the writer at work.
    case waits
    /// It waits, and nobody writes: the caller starts a writer.
    case first
    case full
  }

  private var entries: [Entry] = []
  private var byteCount = 0
  private var writing = 0
  private var isWriting = false

  /// How many wait or are being written.
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

  /// Everything that came while the last batch was written, as far as one batch may hold it; nil ends
  /// the writer's work.
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
