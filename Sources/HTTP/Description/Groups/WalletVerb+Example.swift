extension WalletVerb {
  /// Returns the shape of an entry with the example that this verb makes.
  func example(of entry: Shape) -> Shape {
    let unsaid: [String: JSONTree] =
      isKeyed ? ["reference": .null] : ["reference": .null, "idempotencyKey": .null]
    return entry.such(with: members.merging(unsaid) { $1 })
  }

  private var members: [String: JSONTree] {
    switch self {
    case .spend: ["kind": "spent", "change": -30]
    case .reserve:
      ["kind": "reserved", "change": -30, "expiresAt": "2026-05-15T10:15:00.000Z"]
    case .commit: ["kind": "committed", "change": 0, "reservation": "order-16"]
    case .cancel: ["kind": "canceled", "change": 30, "reservation": "order-16"]
    case .credit: ["kind": "earned", "change": 30, "source": "quest"]
    case .reverse:
      ["kind": "reversed", "change": 30, "entry": "0a0b0c0d000040008000000000000007"]
    case .adjust:
      [
        "kind": "adjusted", "change": 30, "author": "eve", "reason": "apology for an outage",
        "apiKey": "0a1b2c3d",
      ]
    }
  }
}
