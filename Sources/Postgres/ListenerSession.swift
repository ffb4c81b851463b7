import CLibPQ
import Foundation

/// A session that only listens, and waits on a thread of its own.
actor ListenerSession {
  /// The longest duration of one wait in milliseconds, which also limits the delay of a
  /// cancellation.
  private static let waitMax: Int32 = 200

  private let executor = ThreadExecutor(name: "postgres-listen")
  private var handle: ConnectionHandle?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init() {}

  deinit { executor.finish() }

  /// Opens a session and listens; throws `unavailable` if the server cannot be reached.
  static func open(
    _ options: ConnectionOptions, channel: String
  ) async throws(PostgresError) -> ListenerSession {
    let session = ListenerSession()
    try await session.connect(options, channel)
    return session
  }

  /// Waits for notifications and returns their payloads in order; empty if none arrived within
  /// `waitMax`.
  func wait() throws(PostgresError) -> [String] {
    guard let pointer = handle?.pointer else { throw .connectionLost }
    var socket = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, Self.waitMax)  // a signal only shortens the wait
    guard PQconsumeInput(pointer) == 1, PQstatus(pointer) == CONNECTION_OK else {
      handle = nil
      throw .connectionLost
    }
    var payloads: [String] = []
    while let notification = PQnotifies(pointer) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  private func connect(
    _ options: ConnectionOptions, _ channel: String
  ) throws(PostgresError) {
    let names = options.keywords.map { strdup($0.0) }
    let values = options.keywords.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let pointer = PQconnectdbParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let handle = pointer.map(ConnectionHandle.init),
      PQstatus(handle.pointer) == CONNECTION_OK
    else { throw .unavailable }
    PQsetNoticeProcessor(handle.pointer, { _, _ in }, nil)
    let answer = PQexec(handle.pointer, "listen \(channel)")
    defer { PQclear(answer) }
    guard PQresultStatus(answer) == PGRES_COMMAND_OK else { throw .unavailable }
    self.handle = handle
  }
}

/// The owner of a `PGconn`, which only the thread of the session uses.
private final class ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { PQfinish(pointer) }
}
