import AppStoreSimulator

/// The fiscal months of some days, in the bridge and in the journal.
struct SettledMonths: Sendable {
  /// As 2026-03.
  let names: [String]

  init(about days: Range<PacificDay>) {
    var names: [String] = []
    var day = days.lowerBound
    while day < days.upperBound {
      let month = SettlementMonth(of: day)
      names.append(month.name)
      day = month.days.upperBound.next
    }
    self.names = names
  }

  /// Returns the number of months that Apple settled. Throws if the journal settles another amount than
  /// Apple's file, or leaves another amount receivable than the bridge says is not settled.
  func check(by client: FleetClient) async throws -> Int {
    var settled = 0
    for month in names {
      let query = "calendar=fiscal&period=\(month)"
      let bridge = try await client.get("/v1/reports/reconciliation?\(query)")
        .decode(BridgeBody.self).rows
      let told = Self.sums(of: "Apple's settled files", in: bridge)
      guard !told.isEmpty else { continue }
      settled += 1
      let journal = try await client.get("/v1/reports/journal?\(query)")
        .decode(JournalBody.self).rows
      var unsettled = Self.sums(of: "the ledger", in: bridge)
      for (currency, amount) in told { unsettled[currency, default: 0] -= amount }
      for (account, expected) in [("settled", told), ("receivable", unsettled)] {
        let found = Self.sums(in: account, of: journal)
        guard found == expected.filter({ $0.value != 0 }) else {
          throw BrokenDrill("\(account) of \(month) is \(found), and \(expected) by the bridge")
        }
      }
    }
    return settled
  }

  private static func sums(of step: String, in rows: [BridgeRow]) -> [String: Int64] {
    rows.filter { $0.step == step }.reduce(into: [:]) { sums, row in
      sums[row.proceedsCurrency ?? "", default: 0] += row.proceeds ?? 0
    }
  }

  private static func sums(in account: String, of rows: [JournalRow]) -> [String: Int64] {
    rows.filter { $0.account == account }.reduce(into: [String: Int64]()) { sums, row in
      sums[row.currency, default: 0] += row.amount
    }.filter { $0.value != 0 }
  }
}

/// The rows of the report `journal` in JSON.
private struct JournalBody: Decodable {
  let rows: [JournalRow]
}

private struct JournalRow: Decodable {
  let currency: String
  let account: String
  let amount: Int64
}
