import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that ends a connection after an answer with `Connection: close`. It writes no more,
/// and for a moment it discards what the client still sends, so that the client can read the
/// answer.
final class ClosingHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private static let linger: TimeAmount = .seconds(2)
  private var isLastAnswer = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isLastAnswer = head.headerFields[.connection]?.lowercased() == "close"
      context.write(data, promise: promise)
    case .end where isLastAnswer:
      context.writeAndFlush(data, promise: promise)
      close(context)
    case .body, .end:
      context.write(data, promise: promise)
    }
  }

  private func close(_ context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.linger) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ClosingHandler: Sendable {}
