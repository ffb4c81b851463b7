import Foundation

extension Simulation {
  /// The number of messages sent concurrently.
  private static let concurrency = 16

  /// Sends the messages that are due.
  package func deliver() async {
    await deliver(dueBy: now)
  }

  /// Sends every pending message now, with all its attempts, and waits for the messages being sent.
  /// Lost messages stay lost; posts that the ledger does not accept stay pending.
  package func deliverAll() async {
    let copies = 1
    var rounds = 1 + RetrySchedule.production.count + copies
    repeat {
      await deliver(dueBy: .max)
      while isSending, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(5))  // a cancellation ends the loop
      }
      rounds -= 1
    } while hasMail && rounds > 0 && !Task.isCancelled
  }

  private func deliver(dueBy moment: Int64) async {
    let deliveries = takeMail(dueBy: moment)
    await withTaskGroup(of: (Dispatch.Delivery, LedgerReply).self) { group in
      for (count, delivery) in deliveries.enumerated() {
        if count >= Self.concurrency, let (sent, reply) = await group.next() {
          record(reply, of: sent)
        }
        group.addTask { (delivery, await self.send(delivery)) }
      }
      for await (sent, reply) in group { record(reply, of: sent) }
    }
  }

  private nonisolated func send(_ delivery: Dispatch.Delivery) async -> LedgerReply {
    guard !delivery.isLost, let line, let request = try? await request(for: delivery)
    else { return .noResponse }  // messages of the simulation can always be signed
    return await line(request)
  }

  private func request(for delivery: Dispatch.Delivery) throws -> LedgerRequest {
    switch delivery.parcel {
    case .notification(let index):
      let body = ["signedPayload": try signedPayload(of: index)]
      return LedgerRequest(
        path: "/v1/apple/notifications", body: Array(try JSONEncoder().encode(body)),
        isFromGame: false)
    case .post(let index):
      let account = withWorld { $0.posts[index].account }
      let body = PostBody(
        account: account, signedTransactions: [try signedTransaction(ofPost: index)])
      return LedgerRequest(
        path: "/v1/transactions", body: Array(try JSONEncoder().encode(body)), isFromGame: true)
    }
  }
}

private struct PostBody: Encodable {
  let account: String
  let signedTransactions: [String]
}
