/// A form of SQL that Citus refuses to plan.
enum CitusForm: Equatable {
  /// A subquery for each lane of a function such as `unnest`, lateral or correlated.
  case subqueryForEachLaneOfAFunction
  /// A function whose value changes, inside an expression that an update assigns.
  case changingFunctionInUpdate

  /// Returns the forms that a statement has.
  static func found(in sql: String) -> [CitusForm] {
    let text = SQLText(sql)
    var forms: [CitusForm] = []
    if text.hasSubqueryForEachLaneOfAFunction { forms.append(.subqueryForEachLaneOfAFunction) }
    if text.hasChangingFunctionInUpdate { forms.append(.changingFunctionInUpdate) }
    return forms
  }
}

/// A statement without its comments, in lower case.
private struct SQLText {
  private let text: String

  init(_ sql: String) {
    text = sql.lowercased().split(separator: "\n")
      .map { $0.prefix(upTo: $0.firstRange(of: "--")?.lowerBound ?? $0.endIndex) }
      .joined(separator: "\n")
  }

  /// True if a nested query compares a lane with that of a function outside of it.
  var hasSubqueryForEachLaneOfAFunction: Bool {
    let function = /\b(?:unnest|generate_series)\s*\(/
    let alias = /\)\s*(?:with\s+ordinality\s+)?as\s+(\w+)/
    return text.matches(of: function).contains { call in
      let closing = end(of: text.index(before: call.range.upperBound))
      guard let name = text[closing...].prefixMatch(of: alias)?.output.1 else { return false }
      return nestedQueries.contains { query in
        !query.contains(call.range.lowerBound) && text[query].contains("\(name).lane")
      }
    }
  }

  /// True if an update calls such a function as an argument of another one.
  var hasChangingFunctionInUpdate: Bool {
    guard text.contains(/^\s*update\b|\bdo\s+update\b/.anchorsMatchLineEndings()) else {
      return false
    }
    let outer = /\b(?:coalesce|greatest|least|nullif)\s*\(/
    let changing =
      /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid)\s*\(/
    return text.matches(of: outer).contains { call in
      let opening = text.index(before: call.range.upperBound)
      return text[opening...end(of: opening)].contains(changing)
    }
  }

  /// The places of the queries in parentheses.
  private var nestedQueries: [Range<String.Index>] {
    text.matches(of: /\(\s*select\b/).map { match in
      match.range.lowerBound..<end(of: match.range.lowerBound)
    }
  }

  /// Returns the place of the parenthesis that closes the one at this place.
  private func end(of opening: String.Index) -> String.Index {
    var depth = 0
    for place in text.indices[opening...] {
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      if depth == 0 { return place }
    }
    return text.index(before: text.endIndex)
  }
}
