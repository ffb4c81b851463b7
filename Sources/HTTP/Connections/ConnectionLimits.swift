import HummingbirdCore
import NIOCore

/// The limits on connections, so that strangers cannot use up files and time.
package struct ConnectionLimits: Sendable {
  /// The time within which a body must arrive completely, even if bytes keep coming.
  static let bodyPatience: Duration = .seconds(20)
  /// The limit of idle time. It is longer than a request may take, so that a slow request is
  /// answered before its connection is closed.
  private static let idleMax: TimeAmount = .seconds(60)

  /// The most connections at once. Further ones wait in the kernel's queue.
  package let connectionsMax: Int
  /// The time from the first byte of a request to its last, and the longest time without progress
  /// of an answer that the client does not read.
  package let requestPatience: Duration
  /// The time within which the first byte of a connection must arrive.
  package let silenceMax: Duration

  package init(
    connectionsMax: Int = 16_384, requestPatience: Duration = .seconds(30),
    silenceMax: Duration = .seconds(10)
  ) {
    self.connectionsMax = connectionsMax
    self.requestPatience = requestPatience
    self.silenceMax = silenceMax
  }

  var http1: HTTP1Channel.Configuration {
    let (patience, silenceMax) = (TimeAmount(requestPatience), TimeAmount(silenceMax))
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ClosingHandler(ConnectionDeadlines(patience: patience, silenceMax: silenceMax))
      ],
      idleTimeout: Self.idleMax)
  }
}
