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
  private var seals: [Int: NotificationSeal] = [:]
  private var requestSignatures: [Int: [[UInt8]]] = [:]
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
    self.eraser = eraser
    self.receipts = receipts
    self.world = world
    self.authority = authority
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
    let notification = world.notifications[index]
    let signer = authority.signer(at: notification.signedDate)
    if let seal = seals[index] {
      return try notification.signedPayload(with: seal, by: signer, for: world.app)
    }
    let (text, seal) = try notification.sealed(by: signer, for: world.app)
    seals[index] = seal
    return text
  }

  /// Returns the transactions that a game posts, the same texts at every attempt.
  func signedTransactions(ofRequest index: Int) throws -> [String] {
    let request = world.requests[index]
    let signer = authority.signer(at: request.at)
    let payloads = try request.transactions.map { try PayloadSigner.json($0) }
    if let signatures = requestSignatures[index] {
      return zip(payloads, signatures).map { signer.assemble(payload: $0, signature: $1) }
    }
    let sealed = try payloads.map { try signer.seal($0) }
    requestSignatures[index] = sealed.map(\.signature)
    return sealed.map(\.text)
  }

  /// The number of the games' requests that the ledger has not accepted, rejected ones included; 0
  /// without a ledger.
  package var pendingRequests: Int {
    line == nil ? 0 : world.requests.count - dispatch.acceptedRequests
  }

  /// True if messages are pending.
  var hasMail: Bool { !dispatch.isEmpty }

  /// True if messages were taken from the queue and have no result yet.
  var isSending: Bool { sending > 0 }

  func takeMail(
    dueBy moment: Int64, except tried: Set<Dispatch.Parcel>
  ) -> [Dispatch.Delivery] {
    collectMail()
    let mail = dispatch.take(dueBy: moment, except: tried)
    sending += mail.count
    return mail
  }

  func record(_ reply: LedgerReply, of delivery: Dispatch.Delivery) {
    sending -= 1
    dispatch.record(reply, of: delivery, at: world.now, in: world.app.environment)
  }

  /// Queues the world's new messages; does nothing without a ledger.
  private func collectMail() {
    guard line != nil else { return }
    dispatch.collect(from: world, behaving: misbehavior)
  }
}
