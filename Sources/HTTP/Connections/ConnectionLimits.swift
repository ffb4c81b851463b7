import HummingbirdCore
import NIOCore

/// How long a connection may keep us waiting.
enum ConnectionLimits {
  /// A body is here whole within this time, however steadily it drips.
  static let bodyPatience: Duration = .seconds(20)
  /// Longer than a body may take, so that a slow one is answered before its connection is closed.
  private static let idleMax: TimeAmount = .seconds(60)

  static let http1 = HTTP1Channel.Configuration(
    additionalChannelHandlers: [ClosingHandler()], idleTimeout: idleMax)
}
