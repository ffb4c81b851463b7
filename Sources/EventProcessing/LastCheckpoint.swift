import Synchronization

/// The checkpoint of a lane as a process last moved it.
final class LastCheckpoint: Sendable {
  private let state = Mutex<Checkpoint?>(nil)

  var value: Checkpoint? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
