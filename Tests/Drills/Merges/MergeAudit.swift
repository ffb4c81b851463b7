/// A comparison of the final wallets of each pair with the purchases and the answers.
struct MergeAudit: Sendable {
  let plan: MergePlan
  let servers: GameServers

  /// Repeats every request that was booked, and throws unless the answer is the same and the
  /// balances of each pair sum to its grants less refunds and bookings.
  func check() async throws {
    for call in await servers.book.booked.keys { _ = try await servers.ask(call) }
    let booked = await servers.book.booked
    let granted = Dictionary(grouping: plan.purchases.flatMap(\.grants), by: \.account)
    for pair in plan.pairs {
      let names = [pair.guest.name, pair.user.name]
      let grants = names.flatMap { granted[$0] ?? [] }
      let due = grants.map { $0.amount - $0.takenBack }.reduce(0, +)
      let spent = booked.filter { names.contains($0.key.account) }.map(\.value.change).reduce(0, +)
      let (guest, user) = (try await wallet(pair.guest), try await wallet(pair.user))
      let found = pair.endsApart ? guest + user : user
      guard found == due + spent else {
        throw BrokenDrill(
          "\(names) have \(found) of \(due) granted and \(spent) booked; they end "
            + (pair.endsApart ? "apart" : "merged"))
      }
      guard pair.endsApart || guest == user else {
        throw BrokenDrill("\(names) are merged and have \(guest) and \(user)")
      }
    }
    try await checkGrants()
  }

  /// Returns the balance of a wallet whose entries follow from one another.
  private func wallet(_ customer: CoinCustomer) async throws -> Int64 {
    let wallet = try await servers.wallet(of: customer.name)
    var balance: Int64 = 0
    for entry in wallet.entries.sorted(by: { $0.number < $1.number }) {
      balance += entry.change
      guard entry.balance == balance else {
        throw BrokenDrill("\(customer.name) had \(balance) after \(entry)")
      }
    }
    guard balance == wallet.balance(of: MergePlan.coin) else {
      throw BrokenDrill("\(customer.name) has \(wallet.balances) after entries of \(balance)")
    }
    return balance
  }

  /// Throws unless each grant is listed once, with its amount and the part taken back.
  private func checkGrants() async throws {
    let listed = Dictionary(grouping: try await servers.grants(of: nil), by: \.name)
    let expected = plan.purchases.flatMap(\.grants)
    for grant in expected {
      let found = listed[grant.name] ?? []
      guard found.map(\.amount) == [grant.amount], found[0].revokedAmount == grant.takenBack else {
        throw BrokenDrill("\(grant) is listed as \(found)")
      }
    }
    guard listed.count == expected.count else {
      throw BrokenDrill("\(listed.count) grants are listed of \(expected.count)")
    }
  }
}
