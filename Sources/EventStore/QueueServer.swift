import Synchronization

/// A queue of requests, without effects: the queue decides and its server performs.
protocol RequestQueue: Sendable {
  associatedtype Batch

  /// Removes the requests that are served together next; nil at the end of the work.
  mutating func next() -> Batch?
}

/// The one task of a process that serves a queue, batch after batch. The task outlives the callers
/// of its requests, and the server owns it until the server is closed. Its priority is above that of requests, most of
/// which wait for it.
///
/// A server is in one of these states:
/// - *idle*: no task runs, and no request waits. → serving, closed
/// - *serving*: the task serves the requests until none is left. → idle, closing
/// - *closing*: later requests are refused, and the task answers the earlier ones. → closed
/// - *closed*: every request is refused.
final class QueueServer<Queue: RequestQueue>: Sendable {
  private struct State {
    var queue: Queue
    var task: Task<Void, Never>?
    var isClosed = false
  }

  private let state: Mutex<State>
  private let serve: @Sendable (Queue.Batch) async -> Void

  init(_ queue: Queue, serve: @escaping @Sendable (Queue.Batch) async -> Void) {
    state = Mutex(State(queue: queue))
    self.serve = serve
  }

  /// Returns a figure of the queue.
  func read<Figure: Sendable>(_ figure: (Queue) -> Figure) -> Figure {
    state.withLock { figure($0.queue) }
  }

  /// Adds a request to the queue. Throws `closed` after `close()`.
  ///
  /// - Parameter enlist: returns true if the request is the first one, for which a task starts.
  func submit(
    _ enlist: (inout Queue) throws(EventLogError) -> Bool
  ) throws(EventLogError) {
    let refusal = state.withLock { state -> EventLogError? in
      guard !state.isClosed else { return .closed }
      do throws(EventLogError) {
        if try enlist(&state.queue) { state.task = Task(priority: .high) { await self.run() } }
        return nil
      } catch {
        return error
      }
    }
    if let refusal { throw refusal }
  }

  /// Refuses later requests, and returns once the earlier ones are answered. Cancellation of the
  /// caller cuts the task off, whose requests then fail.
  func close() async {
    let task = state.withLock { state in
      state.isClosed = true
      return state.task
    }
    await withTaskCancellationHandler {
      await task?.value
    } onCancel: {
      task?.cancel()
    }
  }

  private func run() async {
    while let batch = state.withLock({ $0.queue.next() }) { await serve(batch) }
  }
}
