import CLibPQ
import Foundation

/// The session of one connection, while it is open.
///
/// Each call has a deadline: the answer timeout of the options, or two seconds after a cancellation. A call that the
/// server does not answer by then fails, and the session is lost.
struct SessionLink: Sendable {
  let canceller: Canceller
  /// True within a transaction that asked to write nothing.
  var isReadOnly = false
  private(set) var session: Session?
  private let options: ConnectionOptions
  private let executor: ThreadExecutor
  private let watch = AnswerWatch.shared
  private let watched: AnswerWatch.Name

  /// - Parameter executor: the only one that makes calls.
  init(_ options: ConnectionOptions, on executor: ThreadExecutor) {
    self.options = options
    self.executor = executor
    watched = watch.newName()
    canceller = Canceller(watch, watched)
  }

  /// Opens the session and runs the preamble. Throws `refused` if the server cannot be reached, and
  /// `sharedSession` if other sessions have the server process, too.
  mutating func open() throws(PostgresError) {
    let session = try Session.open(options)
    PQsetNoticeProcessor(session.pointer, { _, _ in }, nil)
    self.session = session
    canceller.attach(session.pointer)
    let sql = [options.preamble, PoolerProbe.question].filter { !$0.isEmpty }
    let greeting: ResultHandle
    do throws(PostgresError) {
      greeting = try canceller.run { () throws(PostgresError) in
        try check { PQexec($0, sql.joined(separator: "; ")) }
      }
    } catch .server(let error) where options.role != nil {
      close()
      throw RoleFault(error.sqlState).map(PostgresError.role) ?? .server(error)
    }
    let probe = PoolerProbe(session: session, options: options, watch: watch)
    guard !probe.isShared(greeting) else {
      close()
      throw .sharedSession
    }
  }

  mutating func close() {
    canceller.attach(nil)
    session = nil
  }

  /// True if another statement can be sent. A readable socket of an idle session means that the
  /// server has ended the session.
  var isUsable: Bool {
    guard let session, !canceller.wasSent, session.isAlive, !isInTransaction,
      PQpipelineStatus(session.pointer) == PQ_PIPELINE_OFF
    else { return false }
    var socket = pollfd(fd: PQsocket(session.pointer), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, 0) == 0
  }

  var isInTransaction: Bool {
    session.map { PQtransactionStatus($0.pointer) != PQTRANS_IDLE } ?? false
  }

  /// Makes a call; throws if its result is a failure.
  mutating func check(
    _ call: (OpaquePointer) -> OpaquePointer?
  ) throws(PostgresError) -> ResultHandle {
    guard let pointer = try withDeadline(call) else { throw .connectionLost }
    let result = ResultHandle(pointer)
    guard result.isSuccess else { throw failure(result.serverError) }
    return result
  }

  /// Sends calls in one round trip, and returns their results, of which some may be failures.
  func results(of calls: [PreparedCall]) throws(PostgresError) -> [ResultHandle] {
    guard let results = try withDeadline({ Pipeline($0).run(calls) }) else {
      throw .connectionLost
    }
    return results
  }

  /// Returns the error of a failed call. Closes the session of a server that takes no writes though
  /// the transaction wants to write.
  mutating func failure(_ error: ServerError) -> PostgresError {
    if error.sqlState == .queryCanceled, canceller.wasSent { return .canceled }
    if error.sqlState == .readOnlyTransaction {
      // Nothing was written. The next session may find a server that takes writes.
      if !isReadOnly { close() }
      return .server(error)
    }
    let isAlive = session?.isAlive ?? false
    let isLost = !isAlive || error.sqlState.endsConnection || error.sqlState.isMissing
    return isLost ? .connectionLost : .server(error)
  }

  private func withDeadline<Result>(
    _ call: (OpaquePointer) -> Result
  ) throws(PostgresError) -> Result {
    guard let session else { throw .connectionLost }
    #if DEBUG
      executor.preconditionIsolated("a shared thread would wait for the database")
    #endif
    let patience = canceller.isCancelled ? Canceller.grace : options.answerTimeout
    watch.begin(watched, on: PQsocket(session.pointer), until: .now + patience)
    defer { watch.end(watched) }
    return call(session.pointer)
  }
}
