import Logging
import NIOCore

/// A handler of the listening channel that logs why a connection could not be accepted, at most
/// once a minute. The channel tries again by itself.
final class AcceptFailureLog: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let logger: Logger
  private let sampler = LogSampler(linesMax: 1)

  private init(_ logger: Logger) {
    self.logger = logger
  }

  /// Watches a listening channel. The handler is the first one, because others keep errors.
  static func watch(_ channel: any Channel, logger: Logger) {
    channel.eventLoop.execute {
      // Fails only if the channel is closed, which then accepts nothing.
      try? channel.pipeline.syncOperations.addHandler(AcceptFailureLog(logger), position: .first)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let leftOut = sampler.admit("accept") {
      logger.error(
        "a connection could not be accepted",
        metadata: ["error": "\(error)", "leftOut": .stringConvertible(leftOut)])
    }
    context.fireErrorCaught(error)
  }
}

@available(*, unavailable)
extension AcceptFailureLog: Sendable {}
