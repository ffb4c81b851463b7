extension Simulation {
  /// The number of messages sent concurrently.
  private static let concurrency = 16

  /// Sends the messages that are due.
  package func deliver() async {
    await deliver(dueBy: now)
  }

  /// Sends every pending message now, with all its attempts, and waits for the messages being sent.
  /// Lost messages stay lost; requests that the ledger does not accept stay pending.
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

  /// Sends the due messages once, each customer's in the order in which they came about.
  private func deliver(dueBy moment: Int64) async {
    var tried: Set<Dispatch.Parcel> = []
    while !Task.isCancelled {
      let deliveries = takeMail(dueBy: moment, except: tried)
      guard !deliveries.isEmpty else { return }
      await send(deliveries)
      tried.formUnion(deliveries.map(\.parcel))
    }
  }

  private func send(_ deliveries: [Dispatch.Delivery]) async {
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

  /// Returns the request with a notification, the same bytes at every call; nil if the version of the
  /// notification has no form for the event.
  package nonisolated func request(ofNotification index: Int) async throws -> LedgerRequest? {
    let notification = await withWorld { $0.notifications[index] }
    guard notification.isSent else { return nil }
    if let receipts, let legacy = notification.legacy {
      return .notification(try legacy.body(by: receipts))
    }
    return .notification(try await signedPayload(of: index))
  }

  private nonisolated func send(_ delivery: Dispatch.Delivery) async -> LedgerReply {
    guard !delivery.isLost, let line else { return .noResponse }
    switch delivery.parcel {
    case .notification(let index):
      // Messages of the simulation can always be signed.
      guard let request = try? await request(ofNotification: index) else { return .noResponse }
      return await line(request)
    case .request(let index):
      let action = await withWorld { $0.requests[index].action }
      if case .erase(let account) = action {
        return await eraser?(account) ?? .noResponse
      }
      // As above.
      guard let signed = try? await signedTransactions(ofRequest: index),
        let request = LedgerRequest(action, of: await withWorld { $0.app.bundleID }, signed)
      else { return .noResponse }
      return await line(request)
    }
  }
}
