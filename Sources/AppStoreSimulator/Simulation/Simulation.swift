import Foundation

/// A running simulated App Store: the world, with serialized access to it, and the delivery to the
/// ledger.
package actor Simulation {
  package nonisolated let authority: SigningAuthority
  package nonisolated let developerKey: DeveloperKey
  /// The issuer of app receipts; nil if the store knows no receipts.
  package nonisolated let receipts: ReceiptIssuer?
  /// The connection to the ledger; nil if there is no ledger.
  let line: LedgerLine?
  /// The operator of the ledger, who erases accounts; nil if nobody does.
  let eraser: AccountEraser?
  var pace: Pace?
  private var world: World
  private var dispatch = Dispatch()
  private var sending = 0
  private var signatures: Signatures
  package private(set) var misbehavior: Misbehavior
  /// The number of requests to the Server API, whatever the answer.
  package private(set) var requests = 0

  /// - Parameters:
  ///   - receipts: the issuer of app receipts. Without it the store answers no `verifyReceipt` and
  ///     sends notifications of version 2 only.
  ///   - version: the form of the notifications; nil for the choice of the world's app.
  package init(
    of world: World, signedBy authority: SigningAuthority, developerKey: DeveloperKey,
    misbehaving misbehavior: Misbehavior = Misbehavior(), telling line: LedgerLine? = nil,
    erasing eraser: AccountEraser? = nil, issuing receipts: ReceiptIssuer? = nil,
    notifyingBy version: NotificationVersion? = nil
  ) {
    var world = world
    if let version { world.app.notificationVersion = version }
    precondition(
      receipts != nil || world.app.notificationVersion == .version2,
      "a notification of version 1 holds a receipt")
    if line != nil { world.keepUnheardTokens() }
    self.eraser = eraser
    self.receipts = receipts
    self.world = world
    self.authority = authority
    signatures = Signatures(by: authority)
    self.developerKey = developerKey
    self.misbehavior = misbehavior
    self.line = line
  }

  /// Passes the world to the body with exclusive access.
  package func withWorld<Answer: Sendable, Failure: Error>(
    _ body: @Sendable (inout World) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(&world)
  }

  package func misbehave(_ misbehavior: Misbehavior) {
    collectMail()
    self.misbehavior = misbehavior
  }

  func noteRequest() { requests += 1 }

  /// Returns the attempts to send a notification in order; empty before the first attempt.
  package func attempts(of notification: Int) -> [SendAttempt] {
    dispatch.attempts[notification] ?? []
  }

  /// Returns a notification as it is sent, the same text at every call.
  package func signedPayload(of index: Int) throws -> String {
    try signatures.payload(ofNotification: index, in: world)
  }

  /// Returns the transactions that a game posts, the same texts at every attempt.
  func signedTransactions(ofRequest index: Int) throws -> [String] {
    try signatures.transactions(ofRequest: index, in: world)
  }

  /// Returns the request with a notification, the same bytes at every call; nil if the version of
  /// the notification has no form for the event.
  package nonisolated func request(ofNotification index: Int) async throws -> LedgerRequest? {
    let notification = await withWorld { $0.notifications[index] }
    guard notification.isSent else { return nil }
    if let receipts, let legacy = notification.legacy {
      return .notification(try legacy.body(by: receipts))
    }
    return .notification(try await signedPayload(of: index))
  }

  /// The number of the games' requests that the ledger has not accepted, rejected ones included; 0
  /// without a ledger.
  package var pendingRequests: Int {
    line == nil ? 0 : world.requests.count - dispatch.acceptedRequests
  }

  /// True if messages are pending.
  var hasMail: Bool { !dispatch.isEmpty }

  /// Takes the messages that are due and were not tried before; none if others must get their result
  /// first. Returns nil once no such message is left and none is being sent, by anybody.
  func takeMail(
    dueBy moment: Int64, except tried: Set<Dispatch.Parcel>
  ) -> [Dispatch.Delivery]? {
    collectMail()
    let mail = dispatch.take(dueBy: moment, except: tried)
    if mail.isEmpty, sending == 0 { return nil }
    sending += mail.count
    return mail
  }

  func record(_ reply: LedgerReply, of delivery: Dispatch.Delivery) {
    sending -= 1
    if reply.isSuccess { noteHearing(of: delivery.parcel) }
    dispatch.record(reply, of: delivery, at: world.now, in: world.app.environment)
  }

  /// Notes that the ledger has accepted a message. A notification of version 1 tells no token.
  private func noteHearing(of parcel: Dispatch.Parcel) {
    switch parcel {
    case .request(let index):
      world.noteHearing(of: world.requests[index].transactions.map(\.transactionId))
    case .notification(let index):
      let notification = world.notifications[index]
      guard notification.version == .version2, let told = notification.transaction else { return }
      world.noteHearing(of: [told.transactionId])
    }
  }

  /// Queues the world's new messages; does nothing without a ledger.
  private func collectMail() {
    guard line != nil else { return }
    dispatch.collect(from: world, behaving: misbehavior)
  }
}

extension Simulation {
  /// Sends the messages that are due.
  package func deliver() async {
    await LedgerDelivery(of: self).deliver(dueBy: now)
  }

  /// Sends every pending message now, with all its attempts, and waits for those being sent.
  /// Lost messages stay lost; requests that the ledger does not accept stay pending.
  package func deliverAll() async {
    await LedgerDelivery(of: self).deliverAll()
  }
}

/// The speed of the simulated clock and the moment from which the speed applies.
struct Pace: Sendable {
  /// Simulated milliseconds per real millisecond.
  let speed: Double
  let simulatedStart: Int64
  let realStart: ContinuousClock.Instant

  func moment(at instant: ContinuousClock.Instant) -> Int64 {
    simulatedStart + Int64((instant - realStart) / .milliseconds(1) * speed)
  }
}

extension Simulation {
  /// The interval at which a running clock advances and sends due messages.
  private static let step = Duration.milliseconds(20)

  package var now: Int64 { withWorld { $0.now } }

  /// Simulated milliseconds per real millisecond; 0 while the clock is stopped.
  package var speed: Double { pace?.speed ?? 0 }

  /// Sets the speed of the clock; 0 stops it. The clock never passes the real one, because no
  /// ledger trusts a signature from the future. A fast clock that reaches the present continues at
  /// speed 1.
  package func setSpeed(_ speed: Double) {
    guard speed > 0 else {
      pace = nil
      return
    }
    pace = Pace(speed: speed, simulatedStart: now, realStart: .now)
  }

  /// Advances the clock to a moment and sends the messages due by then.
  package func advance(to moment: Int64) async throws(StoreRejection) {
    guard moment >= now else { throw .clockGoesForward }
    guard moment <= Self.present else { throw .clockAtPresent }
    withWorld { $0.advance(to: moment) }
    if let pace { setSpeed(pace.speed) }
    await deliver()
  }

  /// Runs the clock and sends messages until the task is canceled. The clock does not wait for a
  /// slow or absent ledger.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.again { await self.keepTime() } }
      group.addTask { await self.again { await self.deliver() } }
    }
  }

  private nonisolated func again(_ act: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      await act()
      try? await Task.sleep(for: Self.step)  // a cancellation ends the loop
    }
  }

  /// Advances the clock to the moment that its speed implies.
  func keepTime() {
    guard let pace else { return }
    let (moment, present) = (pace.moment(at: .now), Self.present)
    withWorld { $0.advance(to: min(moment, present)) }
    if moment >= present, pace.speed > 1 { setSpeed(1) }
  }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }
}
