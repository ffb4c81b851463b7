import CLibPQ
import Foundation

/// A session that only listens, and waits on a thread of its own.
actor ListenerSession {
  /// The longest duration of one wait in milliseconds, which also limits the delay of a
  /// cancellation.
  private static let waitMax: Int32 = 200

  /// The time for the server to begin to listen.
  private static let answerMax: Duration = .seconds(5)

  private let executor = ThreadExecutor(name: "postgres-listen")
  private var session: Session?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init() {}

  deinit { executor.finish(releasing: session) }

  /// Opens a session and listens; throws `refused` if the server cannot be reached.
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
    guard let pointer = session?.pointer else { throw .connectionLost }
    var socket = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
    _ = poll(&socket, 1, Self.waitMax)  // a signal only shortens the wait
    guard PQconsumeInput(pointer) == 1, PQstatus(pointer) == CONNECTION_OK else {
      session = nil
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
    let session = try Session.open(options)
    PQsetNoticeProcessor(session.pointer, { _, _ in }, nil)
    let watch = AnswerWatch.shared
    let name = watch.newName()
    watch.begin(name, on: PQsocket(session.pointer), until: .now + Self.answerMax)
    let answer = PQexec(session.pointer, "listen \(channel)")
    watch.end(name)
    defer { PQclear(answer) }
    guard PQresultStatus(answer) == PGRES_COMMAND_OK else { throw .unavailable }
    self.session = session
  }
}
