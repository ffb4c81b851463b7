import HummingbirdCore
import NIOCore

/// The time limits of a connection.
enum ConnectionLimits {
  /// The time within which a body must arrive completely, even if bytes keep coming.
  static let bodyPatience: Duration = .seconds(20)
  /// The limit of idle time. It is longer than a body may take, so that a slow body is answered
  /// before its connection is closed.
  private static let idleMax: TimeAmount = .seconds(60)

  static let http1 = HTTP1Channel.Configuration(
    additionalChannelHandlers: [ClosingHandler()], idleTimeout: idleMax)
}
