/// The signatures of a world's messages, kept so that every attempt sends the same text.
struct Signatures: Sendable {
  private let authority: SigningAuthority
  /// Seals by the index of the notification.
  private var seals: [Int: NotificationSeal] = [:]
  /// The signatures of the transactions that a game posts, by the index of the request.
  private var requests: [Int: [[UInt8]]] = [:]

  init(by authority: SigningAuthority) {
    self.authority = authority
  }

  /// Returns a notification as it is sent.
  mutating func payload(ofNotification index: Int, in world: World) throws -> String {
    let notification = world.notifications[index]
    let signer = authority.signer(at: notification.signedDate)
    if let seal = seals[index] {
      return try notification.signedPayload(with: seal, by: signer, for: world.app)
    }
    let (text, seal) = try notification.sealed(by: signer, for: world.app)
    seals[index] = seal
    return text
  }

  /// Returns the transactions that a game posts.
  mutating func transactions(ofRequest index: Int, in world: World) throws -> [String] {
    let request = world.requests[index]
    let signer = authority.signer(at: request.at)
    let payloads = try request.transactions.map { try PayloadSigner.json($0) }
    if let signatures = requests[index] {
      return zip(payloads, signatures).map { signer.assemble(payload: $0, signature: $1) }
    }
    let sealed = try payloads.map { try signer.seal($0) }
    requests[index] = sealed.map(\.signature)
    return sealed.map(\.text)
  }
}
