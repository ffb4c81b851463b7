/// Transactions as the customer's device holds them, ready to be signed with the present date.
struct DeviceCopies: Sendable {
  private let transactions: [SignableTransaction]
  private let now: Int64

  init(_ indices: [Int], of world: World) {
    transactions = indices.map(world.signable)
    now = world.now
  }

  func signed(by authority: SigningAuthority) throws -> [String] {
    guard !transactions.isEmpty else { return [] }
    let signer = authority.signer(at: now)
    return try transactions.map { try signer.sign($0) }
  }
}
