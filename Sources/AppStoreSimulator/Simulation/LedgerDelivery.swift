/// The sending of a simulation's messages to its ledger.
struct LedgerDelivery: Sendable {
  /// The number of messages sent concurrently.
  private static let concurrency = 16

  private let simulation: Simulation

  init(of simulation: Simulation) {
    self.simulation = simulation
  }

  /// Sends the messages that are due once, each customer's in the order in which they came about. Waits
  /// for those that another delivery is sending, such as that of the running clock.
  func deliver(dueBy moment: Int64) async {
    var tried: Set<Dispatch.Parcel> = []
    while !Task.isCancelled,
      let deliveries = await simulation.takeMail(dueBy: moment, except: tried)
    {
      if deliveries.isEmpty {
        try? await Task.sleep(for: .milliseconds(5))  // a cancellation ends the loop
      } else {
        await send(deliveries)
        tried.formUnion(deliveries.map(\.parcel))
      }
    }
  }

  /// Sends every pending message now, with all its attempts.
  func deliverAll() async {
    let copies = 1
    var rounds = 1 + RetrySchedule.production.count + copies
    repeat {
      await deliver(dueBy: .max)
      rounds -= 1
    } while await simulation.hasMail && rounds > 0 && !Task.isCancelled
  }

  private func send(_ deliveries: [Dispatch.Delivery]) async {
    await withTaskGroup(of: (Dispatch.Delivery, LedgerReply).self) { group in
      for (count, delivery) in deliveries.enumerated() {
        if count >= Self.concurrency, let (sent, reply) = await group.next() {
          await simulation.record(reply, of: sent)
        }
        group.addTask { (delivery, await self.send(delivery)) }
      }
      for await (sent, reply) in group { await simulation.record(reply, of: sent) }
    }
  }

  private func send(_ delivery: Dispatch.Delivery) async -> LedgerReply {
    guard !delivery.isLost, let line = simulation.line else { return .noResponse }
    switch delivery.parcel {
    case .notification(let index):
      // Messages of the simulation can always be signed.
      guard let request = try? await simulation.request(ofNotification: index) else {
        return .noResponse
      }
      return await line(request)
    case .request(let index):
      let (action, bundleID) = await simulation.withWorld {
        ($0.requests[index].action, $0.app.bundleID)
      }
      if case .erase(let account) = action {
        return await simulation.eraser?(account) ?? .noResponse
      }
      // As above.
      guard let signed = try? await simulation.signedTransactions(ofRequest: index),
        let request = LedgerRequest(action, of: bundleID, signed)
      else { return .noResponse }
      return await line(request)
    }
  }
}
