/// Transactions as the customer's device holds them, about to be signed with the present date.
struct DeviceCopies: Sendable {
  private let transactions: [SignableTransaction]
  private let now: Int64

  init(_ indices: [Int], of world: World) {
    transactions = indices.map(world.signable)
    now = world.now
  }

  func signed(by house: SigningHouse) throws -> [String] {
    guard !transactions.isEmpty else { return [] }
    let signer = house.signer(at: now)
    return try transactions.map { try signer.sign($0) }
  }
}
