import NIOCore

/// A handler that ends a connection whose client is too slow, even if bytes keep coming: a request
/// that is not complete in time after its first byte, and an answer that the client does not read.
///
/// It stands before the decoder and sees bytes. ``ClosingHandler`` tells it where a request ends.
final class ConnectionDeadlines: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let patience: TimeAmount
  private var isArriving = false
  private var request: Scheduled<Void>?
  private var answer: Scheduled<Void>?

  init(patience: TimeAmount) {
    self.patience = patience
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isArriving = true
    context.fireChannelRead(data)
    // Most requests arrive in one piece and need no timer.
    if isArriving && request == nil { request = end(context.channel) }
  }

  func requestArrived() {
    isArriving = false
    request?.cancel()
    request = nil
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answer?.cancel()
    answer = context.channel.isWritable ? nil : end(context.channel)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    requestArrived()
    answer?.cancel()
    context.fireChannelInactive()
  }

  private func end(_ channel: any Channel) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
