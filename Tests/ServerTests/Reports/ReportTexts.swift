import Reports

extension Report.Value {
  /// The value as a line of a test has it; `-` for what is unknown.
  var text: String {
    switch self {
    case .text(let text), .decimal(let text): text ?? "-"
    case .money(let amount): amount.map { "\($0)" } ?? "-"
    case .balance(let amount): "\(amount)"
    case .number(let number): "\(number)"
    case .measure(let number): number.map { "\($0)" } ?? "-"
    }
  }
}
