import Projections
import Reports

/// A differing row in words, with coins and money as people read them.
struct DifferenceWords {
  private static let moneyColumns: Set<String> = [
    "price", "tax", "commission", "saved", "lapse_cost", "renewal_price", "committed_price",
  ]
  private static let moneyFields: Set<String> = ["price", "renewalPrice"]
  /// The fields of a state that say who told it, and what each source told. They are named where nothing else differs.
  private static let sourceFields: Set<String> = [
    "assertion", "event", "tellings", "firstExpiries", "digest", "graceHistory", "statusHistory",
    "revocationHistory",
  ]

  private let row: RowDifference

  init(_ row: RowDifference) {
    self.row = row
  }

  /// The row in a sentence: what it is about, then each difference as `live → rebuilt`.
  var line: String {
    let changes = row.columns.filter(isTold).compactMap(change)
    let side =
      row.isLiveMissing ? "only rebuilt: " : row.isNextMissing ? "only live: " : ""
    return "\(title): \(side)\(changes.joined(separator: ", "))"
  }

  /// What the row is about.
  private var title: String {
    let transaction = told("transaction_id").map { " of transaction \($0)" } ?? ""
    let product = told("product").map { ", \($0)" } ?? ""
    switch row.table {
    case "coin_grant":
      return "grant of \(told("coin") ?? "coins")\(transaction)\(product)"
    case "journal_entry":
      return "\(told("kind") ?? "entry") in the journal\(transaction)\(product)"
    case "commission_line": return "commission\(transaction)\(product)"
    case "service_period": return "service\(transaction)\(product)"
    case "tenure_chain": return "subscription as tenure counts it"
    case "chain": return "state of the purchase"
    case "chain_transaction": return "state\(transaction)"
    case "account_chain": return "claim of an account to the purchase"
    case "account_naming": return "name of an account"
    case "account_promotion": return "promotional entitlement of an account\(product)"
    case "unpriced_transaction": return "wait for a catalog\(transaction)\(product)"
    case "purchase_without_price": return "purchase without a price\(transaction)"
    case let table: return table.replacing("_", with: " ") + transaction
    }
  }

  /// Returns false for a field of a state that only says who told what, if another one differs.
  private func isTold(_ column: RowDifference.Column) -> Bool {
    guard Self.isOfSources(column.name) else { return true }
    return row.columns.allSatisfy { Self.isOfSources($0.name) || !$0.name.hasPrefix("state.") }
  }

  private static func isOfSources(_ column: String) -> Bool {
    column.split(separator: ".").dropFirst().contains { sourceFields.contains(String($0)) }
  }

  /// Returns a column in words; nil for a column of a row of one side that says only where the row lies.
  private func change(_ column: RowDifference.Column) -> String? {
    if row.isLiveMissing || row.isNextMissing {
      guard !["transaction_id", "product", "coin", "id", "number"].contains(column.name) else {
        return nil
      }
      return "\(name(column.name)) \(text(column.live ?? column.next, of: column.name))"
    }
    return "\(name(column.name)) \(text(column.live, of: column.name, isLive: true)) → "
      + text(column.next, of: column.name)
  }

  private func name(_ column: String) -> String {
    switch column {
    case "revoked_amount": "taken back"
    case "booked_amount": "booked by the game"
    case "starts_at": "from"
    case "ends_at": "until"
    case "is_rate_uncertain": "rate uncertain"
    case _ where column.hasPrefix("state."): Self.words(ofField: column)
    default: column.replacing("_", with: " ")
    }
  }

  /// The path of a field in words: `state.purchase.productID` is `product ID`.
  private static func words(ofField path: String) -> String {
    let names = path.split(separator: ".").dropFirst().filter { $0 != "purchase" }
    return names.map { name in
      name.replacing(/^newest/, with: "").replacing(/(?<lower>[a-z])(?<upper>[A-Z])/) {
        "\($0.lower) \($0.upper)"
      }
      .replacing(/\b[A-Z](?=[a-z])/) { $0.output.lowercased() }
    }.joined(separator: " ")
  }

  private func text(_ value: String?, of column: String, isLive: Bool = false) -> String {
    guard let value else { return "none" }
    if value.hasPrefix("\\x") { return "\((value.utf8.count - 2) / 2) bytes" }
    guard let number = Int64(value) else { return value }
    if let field = column.split(separator: ".").last, column.hasPrefix("state."),
      Self.moneyFields.contains(String(field))
    {
      let parent = column.dropLast(field.count)
      return Milliunits.text(
        number, side("\(parent)currency", isLive) ?? side("state.purchase.currency", isLive))
    }
    if Self.moneyColumns.contains(column) {
      return Milliunits.text(number, currency(of: column, isLive))
    }
    if column == "rate" { return "\(Milliunits.decimal(number * 100)) %" }
    if row.table == "coin_grant", column.hasSuffix("amount") {
      return "\(number) \(side("coin", isLive) ?? "coins")"
    }
    return value
  }

  private func currency(of column: String, _ isLive: Bool) -> String? {
    side(column.hasPrefix("renewal") ? "renewal_currency" : "currency", isLive)
  }

  /// Returns a column that both sides have alike, or that of either.
  private func told(_ name: String) -> String? { side(name, false) ?? side(name, true) }

  private func side(_ name: String, _ isLive: Bool) -> String? {
    if let common = row.common[name] { return common }
    let column = row.columns.first { $0.name == name }
    return isLive ? column?.live : column?.next
  }
}

/// The coins and the money of differing rows, on both sides: what the difference is worth.
struct DifferenceSums {
  private var coins: [String: (live: Int64, next: Int64)] = [:]
  private var prices: [String: (live: Int64, next: Int64)] = [:]

  init(_ rows: some Sequence<RowDifference>) {
    for row in rows {
      switch row.table {
      case "coin_grant":
        for isLive in [true, false] where !row.isMissing(isLive) {
          let amount = row.number("amount", isLive) - row.number("revoked_amount", isLive)
          Self.add(amount, to: &coins, row.text("coin", isLive), isLive)
        }
      case "journal_entry":
        for isLive in [true, false] where !row.isMissing(isLive) {
          Self.add(
            row.number("price", isLive), to: &prices, row.text("currency", isLive), isLive)
        }
      default: break
      }
    }
  }

  /// A line for each coin and currency whose sum differs.
  var lines: [String] {
    let coins = coins.filter { $0.value.live != $0.value.next }.sorted { $0.key < $1.key }
      .map { "  coins: \($0.value.live) → \($0.value.next) \($0.key)" }
    let prices = prices.filter { $0.value.live != $0.value.next }.sorted { $0.key < $1.key }
      .map {
        "  booked prices: \(Milliunits.decimal($0.value.live)) → "
          + Milliunits.text($0.value.next, $0.key)
      }
    let lines = coins + prices
    return lines.isEmpty ? [] : ["In all, over the rows shown:"] + lines
  }

  private static func add(
    _ amount: Int64, to sums: inout [String: (live: Int64, next: Int64)], _ key: String?,
    _ isLive: Bool
  ) {
    guard let key else { return }
    var sum = sums[key] ?? (0, 0)
    // Damaged rows hold any number.
    if isLive { sum.live &+= amount } else { sum.next &+= amount }
    sums[key] = sum
  }
}

extension RowDifference {
  fileprivate func isMissing(_ isLive: Bool) -> Bool { isLive ? isLiveMissing : isNextMissing }

  fileprivate func text(_ name: String, _ isLive: Bool) -> String? {
    if let common = common[name] { return common }
    let column = columns.first { $0.name == name }
    return isLive ? column?.live : column?.next
  }

  fileprivate func number(_ name: String, _ isLive: Bool) -> Int64 {
    text(name, isLive).flatMap { Int64($0) } ?? 0
  }
}
