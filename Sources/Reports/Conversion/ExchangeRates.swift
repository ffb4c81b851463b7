import Ledger

/// Exchange rates into one currency, each from a day on, until the next one of its currency.
package struct ExchangeRates: Sendable {
  /// The worth of one unit of a currency.
  struct Rate: Hashable, Sendable {
    /// The first day of the rate.
    let day: CivilDate
    /// The rate as the file spells it, such as `0.9201`.
    let text: String
    private let numerator: Int128
    private let denominator: Int128

    private static let digitsMax = 15

    /// Parses a positive decimal number of at most fifteen digits; nil for anything else.
    init?(_ text: String, from day: CivilDate) {
      guard let match = text.wholeMatch(of: /(\d+)(?:\.(\d+))?/.asciiOnlyDigits())?.output else {
        return nil
      }
      let digits = match.1 + (match.2 ?? "")
      guard digits.count <= Self.digitsMax, let numerator = Int128(digits), numerator > 0 else {
        return nil
      }
      (self.day, self.text, self.numerator) = (day, text, numerator)
      denominator = (match.2 ?? "").reduce(1) { power, _ in power * 10 }
    }

    /// Returns an amount in the other currency, rounded half up.
    func convert(_ amount: Int128) -> Int128 {
      let doubled = amount * numerator * 2 + denominator
      let (quotient, rest) = doubled.quotientAndRemainder(dividingBy: denominator * 2)
      return rest < 0 ? quotient - 1 : quotient
    }
  }

  /// A reason why a file of rates cannot be used: a sentence with the line and the remedy.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private static let head = "date,currency,rate"

  /// The currency into which the rates lead, such as `EUR`.
  let currency: String
  /// The rates of each currency, the earliest first.
  private let rates: [String: [Rate]]

  /// Reads lines of `date,currency,rate`, such as `2026-10-31,USD,0.9201`, under these headings: one unit of
  /// the currency is worth so much from that day on.
  package init(csv: String, into currency: String) throws(Fault) {
    let lines = csv.trimmingPrefix("\u{FEFF}")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first?.trimmed == Self.head else {
      throw Fault(description: "line 1 must be \(Self.head)")
    }
    var rates: [String: [Rate]] = [:]
    for (index, line) in lines.enumerated().dropFirst() where !line.trimmed.isEmpty {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard cells.count == 3, let start = Instant(cells[0] + "T00:00:00Z"),
        cells[1].wholeMatch(of: /[A-Z]{3}/) != nil,
        let rate = Rate(cells[2], from: CivilDate(of: start))
      else {
        throw Fault(
          description: "line \(index + 1) must be a day, a currency and a positive rate, as "
            + "2026-10-31,USD,0.9201")
      }
      guard !(rates[cells[1]] ?? []).contains(where: { $0.day == rate.day }) else {
        throw Fault(
          description: "line \(index + 1) tells \(cells[1]) of \(cells[0]) again: leave one of them"
        )
      }
      rates[cells[1], default: []].append(rate)
    }
    self.currency = currency
    self.rates = rates.mapValues { $0.sorted { $0.day < $1.day } }
  }

  /// Returns the rate of a currency on a day; nil if none has begun by then.
  func rate(of currency: String, on day: CivilDate) -> Rate? {
    rates[currency]?.last { $0.day <= day }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
