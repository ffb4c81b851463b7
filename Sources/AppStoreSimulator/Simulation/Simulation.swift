/// A simulated App Store at work: the world, and all who talk to it, one after the other.
package actor Simulation {
  package nonisolated let house: SigningHouse
  package nonisolated let developerKey: DeveloperKey
  /// The way to the ledger; nil while nobody listens.
  let line: LedgerLine?
  var pace: Pace?
  private var world: World
  private var dispatch = Dispatch()
  private var sending = 0
  private var seals: [Int: NotificationSeal] = [:]
  private var postSignatures: [Int: [UInt8]] = [:]
  package private(set) var misbehaviour: Misbehaviour
  /// How often the Server API was asked, however it answered.
  package private(set) var requests = 0

  package init(
    of world: World, signedBy house: SigningHouse, developerKey: DeveloperKey,
    misbehaving misbehaviour: Misbehaviour = Misbehaviour(), telling line: LedgerLine? = nil
  ) {
    self.world = world
    self.house = house
    self.developerKey = developerKey
    self.misbehaviour = misbehaviour
    self.line = line
  }

  /// Lends the world; nothing else happens meanwhile.
  package func withWorld<Answer: Sendable, Failure: Error>(
    _ body: @Sendable (inout World) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(&world)
  }

  package func misbehave(_ misbehaviour: Misbehaviour) {
    collectMail()
    self.misbehaviour = misbehaviour
  }

  func noteRequest() { requests += 1 }

  /// The attempts to send a notification, the first one first; none while it has not been sent.
  package func attempts(of notification: Int) -> [SendAttempt] {
    dispatch.attempts[notification] ?? []
  }

  /// A notification as it is sent, the same text whenever it is asked for.
  package func signedPayload(of index: Int) throws -> String {
    let notification = world.notifications[index]
    let signer = house.signer(at: notification.signedDate)
    if let seal = seals[index] {
      return try notification.signedPayload(with: seal, by: signer, for: world.app)
    }
    let (text, seal) = try notification.sealed(by: signer, for: world.app)
    seals[index] = seal
    return text
  }

  /// The transaction a game posts, the same text at each attempt.
  func signedTransaction(ofPost index: Int) throws -> String {
    let post = world.posts[index]
    let signer = house.signer(at: post.postedAt)
    let payload = try PayloadSigner.json(post.transaction)
    if let signature = postSignatures[index] {
      return signer.assemble(payload: payload, signature: signature)
    }
    let (text, signature) = try signer.seal(payload)
    postSignatures[index] = signature
    return text
  }

  /// How many of the games' posts the ledger has not taken, refused ones included; none where nobody listens.
  package var pendingPosts: Int {
    line == nil ? 0 : world.posts.count - dispatch.acceptedPosts
  }

  /// Whether anything is still under way.
  var hasMail: Bool { !dispatch.isEmpty }

  /// Whether something was taken and has not been answered for.
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

  /// Where nobody listens nothing is sent, and nothing waits to be.
  private func collectMail() {
    guard line != nil else { return }
    dispatch.collect(from: world, behaving: misbehaviour)
  }
}
