import Ledger

/// The coins of a product as a file lists them.
///
/// A field that is missing or of the wrong kind gets a value that the catalog rejects with a
/// remedy.
struct ListedGrants {
  static let fields = ["coin", "amount", "duringTrial", "onUpgrade"]

  let grants: [ProductGrant]
  /// The place of each grant in the file, in the same order.
  private let parts: [JSONPart]

  /// Reads the list; nil if the file has none.
  init?(_ list: JSONPart, _ problems: inout FileProblems) {
    guard !list.isMissing else { return nil }
    guard let items = list.items else {
      problems.note(list, #"must be a list as [{"coin": "gem", "amount": 100}]"#)
      return nil
    }
    var listed: [(grant: ProductGrant, part: JSONPart)] = []
    for item in items { listed.append((Self.grant(item, &problems), item)) }
    listed.sort { $0.grant.coin < $1.grant.coin }  // as the product keeps them
    grants = listed.map(\.grant)
    parts = listed.map(\.part)
  }

  /// Returns the part of the file behind a field such as `grants[1].amount`.
  func part(of field: String) -> JSONPart? {
    guard let match = field.wholeMatch(of: /grants\[(\d+)\]\.(\w+)/), let index = Int(match.1),
      parts.indices.contains(index)
    else { return nil }
    return parts[index][String(match.2)]
  }

  private static func grant(_ part: JSONPart, _ problems: inout FileProblems) -> ProductGrant {
    problems.noteFields(of: part, beside: fields, in: "a grant")
    let trial = part["duringTrial"]
    if !trial.isMissing && trial.flag == nil { problems.note(trial, "must be true or false") }
    let upgrade = part["onUpgrade"]
    let onUpgrade = upgrade.text.flatMap(UpgradeRule.init)
    if !upgrade.isMissing && onUpgrade == nil {
      problems.note(upgrade, #"must be "prorate" or "keep""#)
    }
    return ProductGrant(
      Coin(part["coin"].text ?? ""), part["amount"].wholeNumber ?? 0,
      duringTrial: trial.flag ?? false, onUpgrade: onUpgrade)
  }
}
