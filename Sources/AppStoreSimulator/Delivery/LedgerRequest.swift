import Foundation

/// A request to post to the ledger.
package struct LedgerRequest: Sendable {
  package let path: String
  package let body: [UInt8]
  /// True for a game's request, which carries an API key; false for Apple's, which carries none.
  package let isFromGame: Bool
  /// The key by which the ledger recognizes a repeated request; nil if the request needs none.
  package let idempotencyKey: String?

  package init(
    path: String, body: [UInt8], isFromGame: Bool, idempotencyKey: String? = nil
  ) {
    self.path = path
    self.body = body
    self.isFromGame = isFromGame
    self.idempotencyKey = idempotencyKey
  }

  /// Creates Apple's request with a signed notification.
  static func notification(_ signedPayload: String) -> LedgerRequest {
    notification(body(["signedPayload": signedPayload]))
  }

  /// Creates Apple's request with a notification of any version.
  static func notification(_ body: [UInt8]) -> LedgerRequest {
    LedgerRequest(path: "/v1/apple/notifications", body: body, isFromGame: false)
  }

  /// Creates a game's request; nil for an erasure, which no request asks for.
  /// - Parameters:
  ///   - bundleID: the app, which the ledger may keep beside others.
  ///   - signed: the signed transactions of a post.
  init?(_ action: GameRequest.Action, of bundleID: String, _ signed: [String]) {
    func path(_ account: String, _ part: String) -> String {
      let (account, app) = (LedgerReader.encoded(account), LedgerReader.encoded(bundleID))
      return "/v1/accounts/\(account)/\(part)?app=\(app)"
    }
    switch action {
    case .post(_, let account, let isRestore):
      let post = PostBody(
        account: account, signedTransactions: signed, restore: isRestore ? true : nil)
      self.init(path: "/v1/transactions", body: Self.body(post), isFromGame: true)
    case .register(let token, let account):
      self.init(
        path: path(account, "tokens"), body: Self.body(["appAccountToken": token]),
        isFromGame: true)
    case .merge(let guest, let account):
      self.init(
        path: path(account, "merge"), body: Self.body(["from": guest]), isFromGame: true,
        idempotencyKey: "merge \(guest)")
    case .erase: return nil
    }
  }

  private static func body(_ fields: some Encodable) -> [UInt8] {
    guard let body = try? JSONEncoder().encode(fields) else {
      preconditionFailure("texts can be encoded")
    }
    return Array(body)
  }
}

private struct PostBody: Encodable {
  let account: String
  let signedTransactions: [String]
  let restore: Bool?
}
