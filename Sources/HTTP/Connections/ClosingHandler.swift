import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that ends a connection after an answer with `Connection: close`. It writes no more,
/// and for a moment it discards what the client still sends, so that the client can read the
/// answer.
///
/// An answer that is written before its request has arrived completely gets `Connection: close`:
/// the body was rejected unread, and reading it to the end would let a client hold the connection.
/// An answer to bytes that are no request has no route. It gets its `X-Request-Id` here.
final class ClosingHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private static let linger: TimeAmount = .seconds(2)
  private let deadlines: ConnectionDeadlines
  /// The number of requests that have arrived completely and have no answer yet.
  private var unanswered = 0
  private var isLastAnswer = false

  init(_ deadlines: ConnectionDeadlines) {
    self.deadlines = deadlines
  }

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try context.pipeline.syncOperations.addHandler(deadlines, position: .first)
    } catch {
      context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isLastAnswer else { return }
    if case .end = unwrapInboundIn(data) {
      unanswered += 1
      deadlines.requestArrived()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      if unanswered == 0 { head.headerFields[.connection] = "close" } else { unanswered -= 1 }
      isLastAnswer = head.headerFields[.connection]?.lowercased() == "close"
      RequestIDHeader.complete(&head.headerFields)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where isLastAnswer:
      context.writeAndFlush(data, promise: promise)
      close(context)
    case .head, .body, .end:
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
