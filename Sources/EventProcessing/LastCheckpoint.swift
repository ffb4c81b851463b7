import EventStore

/// The checkpoint of a lane as a process last moved it. It is forgotten when the log has lost commits: a checkpoint
/// beyond the log's end would find nothing to do until the log has grown past it.
final class LastCheckpoint: Sendable {
  private let checkpoint: Remembered<Checkpoint?>

  init(in log: EventLog) {
    checkpoint = Remembered(nil, in: log.memory)
  }

  /// The generation to name when the checkpoint that is read or moved now will be remembered.
  var generation: Int { checkpoint.generation }

  /// Returns the checkpoint and forgets it; nil if none is remembered.
  func take() -> Checkpoint? {
    checkpoint.withLock { checkpoint in
      defer { checkpoint = nil }
      return checkpoint
    }
  }

  func remember(_ moved: Checkpoint, since generation: Int) {
    checkpoint.remember(since: generation) { $0 = moved }
  }

  func forget() {
    checkpoint.withLock { $0 = nil }
  }
}
