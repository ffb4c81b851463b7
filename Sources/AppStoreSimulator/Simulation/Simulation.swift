/// A running simulated App Store: the world, with serialized access to it, and the delivery to the
/// ledger.
package actor Simulation {
  package nonisolated let authority: SigningAuthority
  package nonisolated let developerKey: DeveloperKey
  /// The connection to the ledger; nil if there is no ledger.
  let line: LedgerLine?
  var pace: Pace?
  private var world: World
  private var dispatch = Dispatch()
  private var sending = 0
  private var seals: [Int: NotificationSeal] = [:]
  private var postSignatures: [Int: [UInt8]] = [:]
  package private(set) var misbehavior: Misbehavior
  /// The number of requests to the Server API, whatever the answer.
  package private(set) var requests = 0

  package init(
    of world: World, signedBy authority: SigningAuthority, developerKey: DeveloperKey,
    misbehaving misbehavior: Misbehavior = Misbehavior(), telling line: LedgerLine? = nil
  ) {
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

  /// Returns the transaction that a game posts, the same text at every attempt.
  func signedTransaction(ofPost index: Int) throws -> String {
    let post = world.posts[index]
    let signer = authority.signer(at: post.postedAt)
    let payload = try PayloadSigner.json(post.transaction)
    if let signature = postSignatures[index] {
      return signer.assemble(payload: payload, signature: signature)
    }
    let (text, signature) = try signer.seal(payload)
    postSignatures[index] = signature
    return text
  }

  /// The number of the games' posts that the ledger has not accepted, rejected ones included; 0
  /// without a ledger.
  package var pendingPosts: Int {
    line == nil ? 0 : world.posts.count - dispatch.acceptedPosts
  }

  /// True if messages are pending.
  var hasMail: Bool { !dispatch.isEmpty }

  /// True if messages were taken from the queue and have no result yet.
  var isSending: Bool { sending > 0 }

  func takeMail(dueBy moment: Int64) -> [Dispatch.Delivery] {
    collectMail()
    let mail = dispatch.take(dueBy: moment)
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
