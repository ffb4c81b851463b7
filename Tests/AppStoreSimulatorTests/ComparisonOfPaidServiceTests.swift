import AppStoreSimulator
import Testing

struct ComparisonOfPaidServiceTests {
  /// A truth with a year, and ten days of the next.
  private var truth: CustomerTruth {
    var chronicle = TruthChronicle()
    chronicle.serve("y1", .on("2025-01-01"), .on("2026-01-01"))
    chronicle.serve("y2", .on("2026-01-01"), .on("2027-01-01"))
    return chronicle.truth(at: .on("2026-01-11"))
  }

  private func differences(
    _ question: Comparison.Question, _ change: (inout [String: Any]) -> Void
  ) throws -> [String] {
    var ledger = TruthfulLedger(truth)
    change(&ledger.groups[0])
    return Comparison(AccountTruth(of: truth), with: try ledger.answer, asked: question).differences
  }

  @Test(arguments: [Comparison.Question.now, .past])
  func `a truthful answer is no difference`(question: Comparison.Question) throws {
    #expect(try differences(question) { _ in } == [])
  }

  @Test(arguments: ["subscriptionGroupId", "state", "paidThrough", "restartsAt"])
  func `another word about paid service is two differences`(field: String) throws {
    for question in [Comparison.Question.now, .past] {
      let found = try differences(question) { $0[field] = "something else" }
      #expect(found.map { $0.prefix(18) } == ["not told: has paid", "not true: has paid"])
    }
  }

  @Test(arguments: [374, 376])
  func `a day more or less is found`(days: Int) throws {
    let found = try differences(.past) { $0["daysOfPaidService"] = days }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("not told: has paid for 375 days in g1, accruing") == true)
  }

  @Test(
    arguments: [
      ("transactionId", "y3"), ("paidDays", 11), ("rate", "0.30"), ("rateReason", "firstYear"),
    ] as [(String, any Sendable)])
  func `another word about a transaction is two differences`(
    field: String, wrong: any Sendable
  ) throws {
    let found = try differences(.past) { group in
      var transactions = group["transactions"] as? [[String: Any]] ?? []
      transactions[1][field] = wrong
      group["transactions"] = transactions
    }
    #expect(found.count == 2)
    #expect(found.first == "not told: y2 paid for 10 days, at 0.15 afterAYear")
  }

  @Test func `of days that are not true the first is named, and how many there are`() throws {
    let found = try differences(.past) { group in
      let days = group["days"] as? [[String: Any]] ?? []
      group["days"] = Array(days.dropFirst(2))
    }
    #expect(found == ["not told: y1 paid for 86400 s of 2025-01-01, the first of 2"])
  }

  @Test func `a second less within a day is found`() throws {
    let found = try differences(.now) { group in
      var days = group["days"] as? [[String: Any]] ?? []
      days[374]["transactions"] = [["transactionId": "y2", "seconds": 86_399]]
      group["days"] = days
    }
    #expect(
      found == [
        "not told: y2 paid for 86400 s of 2026-01-10, the first of 1",
        "not true: y2 paid for 86399 s of 2026-01-10, the first of 1",
      ])
  }

  @Test func `a group that is missing, or reported twice, is found`() throws {
    var silent = TruthfulLedger(truth)
    silent.groups = []
    #expect(
      Comparison(AccountTruth(of: truth), with: try silent.answer, asked: .past).differences.count
        == 4)
    var doubled = TruthfulLedger(truth)
    doubled.groups += doubled.groups
    #expect(
      Comparison(AccountTruth(of: truth), with: try doubled.answer, asked: .past).differences.count
        == 4)
  }
}
