import NIOCore

/// A handler that ends a connection whose client is too slow, even if bytes keep coming: one that sends
/// nothing at first, a request that is not complete in time after its first byte, and an answer that the
/// client does not read.
///
/// It stands before the decoder and sees bytes. ``ClosingHandler`` tells it where a request ends.
final class ConnectionDeadlines: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let patience: TimeAmount
  private let silenceMax: TimeAmount
  private var isArriving = false
  /// The end of the wait for the first byte.
  private var silence: Scheduled<Void>?
  private var request: Scheduled<Void>?
  private var answer: Scheduled<Void>?

  /// - Parameter silenceMax: the time within which the first byte must arrive.
  init(patience: TimeAmount, silenceMax: TimeAmount) {
    self.patience = patience
    self.silenceMax = silenceMax
  }

  func handlerAdded(context: ChannelHandlerContext) {
    silence = end(context.channel, in: silenceMax)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    silence?.cancel()
    isArriving = true
    context.fireChannelRead(data)
    // Most requests arrive in one piece and need no timer.
    if isArriving && request == nil { request = end(context.channel, in: patience) }
  }

  func requestArrived() {
    isArriving = false
    request?.cancel()
    request = nil
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answer?.cancel()
    answer = context.channel.isWritable ? nil : end(context.channel, in: patience)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    silence?.cancel()
    requestArrived()
    answer?.cancel()
    context.fireChannelInactive()
  }

  private func end(_ channel: any Channel, in time: TimeAmount) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
