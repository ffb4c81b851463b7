package import Logging

/// A listener on a PostgreSQL channel, over a session of its own.
///
/// Notifications are only hints to query. Some may be lost with the session. Therefore `lookAgain`
/// is reported at the beginning and after each reconnection. The listener reconnects with backoff
/// for as long as it runs.
package struct Listener: Sendable {
  package enum Hint: Sendable, Hashable {
    /// The session listens from now on; earlier notifications were missed.
    case lookAgain
    /// The session was lost; notifications are missed until `lookAgain`.
    case lost
    case notified(String)
  }

  private let options: ConnectionOptions
  private let channel: String
  private let logger: Logger
  private let outage: OutageLog

  /// Takes a channel whose name is a plain lowercase identifier.
  package init(
    options: ConnectionOptions, channel: String, logger: Logger, outage: OutageLog? = nil
  ) {
    precondition(
      channel.wholeMatch(of: /[a-z][a-z0-9_]{0,62}/) != nil, "a channel has a plain name")
    self.options = options
    self.channel = channel
    self.logger = logger
    self.outage = outage ?? OutageLog(logger: logger)
  }

  /// Calls back with every hint until the task is canceled.
  package func run(onHint: @Sendable (Hint) async -> Void) async {
    var backoff = Backoff()
    var isTold = false
    while !Task.isCancelled {
      do {
        try await listen(&backoff, &isTold, onHint)
      } catch {
        await onHint(.lost)
        if !Task.isCancelled, !outage.failed("the listener", error), !isTold {
          logger.warning("not listening: \(error); polling goes on")
          isTold = true
        }
        try? await Task.sleep(for: backoff.fail())  // cancellation ends the pause, then the loop
      }
    }
  }

  /// Reports hints over one session. Returns when the task is canceled; throws when the session is
  /// lost.
  private func listen(
    _ backoff: inout Backoff, _ isTold: inout Bool, _ onHint: @Sendable (Hint) async -> Void
  ) async throws {
    let session = try await ListenerSession.open(options, channel: channel)
    await onHint(.lookAgain)
    while !Task.isCancelled {
      let payloads = try await session.wait()
      if isTold { logger.info("listening again") }
      isTold = false
      backoff.succeed()
      for payload in payloads { await onHint(.notified(payload)) }
    }
  }
}
