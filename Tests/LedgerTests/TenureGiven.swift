import Foundation
import Ledger
import Testing

/// Returns midnight of a day in UTC, as the number that `day(_:)` takes.
func on(_ date: String) -> Double {
  let moment = Instant("\(date)T00:00:00Z") ?? day(.nan)
  return Double((moment - day(0)).components.seconds) / 86_400
}

let oneSecond = 1.0 / 86_400
/// The hour by which a gap may be longer than sixty days, because of summer time.
let oneHour = 1.0 / 24
let trial = Offer(type: 1, discountType: "FREE_TRIAL")

extension Given {
  /// Adds monthly periods with these starts and the last day as the end. The first period is
  /// bought, the others renew.
  mutating func monthly(
    _ dates: [String], from first: Int = 1, price: Int64? = nil, storefront: String? = nil
  ) {
    for (index, (start, end)) in zip(dates, dates.dropFirst()).enumerated() {
      bought(
        TransactionID("\(first + index)"), from: on(start), to: on(end),
        reason: index == 0 ? "PURCHASE" : "RENEWAL", price: price, storefront: storefront)
    }
  }

  var histories: [ServiceHistory] { ServiceHistory.histories(of: [state]) }

  func tenure(on number: Double, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> Tenure
  {
    let history = try #require(histories.first, sourceLocation: sourceLocation)
    return history.evaluate(at: day(number))
  }

  func daysBefore(_ id: TransactionID) -> Double? {
    histories.lazy.compactMap { $0.serviceBefore(id) }.first.map { $0.days }
  }

  func rate(_ id: TransactionID, programs: [Program] = []) -> CommissionRate? {
    let before = histories.lazy.compactMap { $0.serviceBefore(id) }.first ?? .zero
    return state.transactions[id].flatMap { Charge($0) }.flatMap {
      Commission.rate(
        of: $0, in: "com.example.game", serviceBefore: before,
        shared: SharedState(programs: programs))
    }
  }
}

extension Duration {
  var days: Double { Double(milliseconds) / 86_400_000 }
}

/// Returns the starts of consecutive months from the first day on. The day of the month is kept if
/// the month has it.
func months(_ count: Int, from start: String) -> [String] {
  let parts = start.split(separator: "-").compactMap { Int($0) }
  return (0...count).map { index in
    let month = parts[1] - 1 + index
    let (year, number) = (parts[0] + month / 12, month % 12 + 1)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let date = min(parts[2], lengths[number - 1])
    return String(format: "%04d-%02d-%02d", year, number, date)
  }
}
