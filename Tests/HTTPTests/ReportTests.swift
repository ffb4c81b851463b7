import Access
import HTTPTypes
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

struct ReportTests {
  private struct Cut: Decodable {
    let knownAt: String
    let position: String
  }

  /// Runs a service whose ledger has two customers, with three charges in euros and one in yen.
  private func withCharges(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      var japanese = PaidMonths("4000")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      japanese.product = "com.example.\"year\", new"
      try await service.ledger.record(PaidMonths("3000").events(3) + japanese.events(1))
      _ = try await service.ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2025-02-20"), until: nil)
      try await service.ledger.project()
      try await body(service)
    }
  }

  @Test func `a table shows its cut, its figures and what each currency comes to`() async throws {
    try await withCharges { service in
      let json = try await service.get("/v1/reports/commission?to=2025-06-01")
      let cut = try json.decode(Cut.self)
      let answer = try await service.get(
        "/v1/reports/commission?to=2025-06-01&format=table&by=storefront&knownAt=\(cut.knownAt)")
      #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
      #expect(
        answer.body == """
          commission of com.example.game in Production, to before 2025-06-01T00:00:00.000Z
          as known at \(cut.knownAt), position \(cut.position), rules \(RulesChanged.present), open, amounts in units of the currency

          storefront  currency   rate  reason                    charges  refunds    price  returned  commission  returnedCommission  netCommission  savedByTenure  lapseCost  corrections  unpriced  uncertain  rateUncertain  adjustments  byRules
          DEU         EUR        0.15  programme:small-business        1        0     9.99      0.00       1.259                0.00          1.259           0.00       0.00            1         0          0              0         0.00     0.00
          DEU         EUR        0.30  firstYear                       2        0    19.98      0.00       5.038                0.00          5.038           0.00       0.00            0         0          0              0         0.00     0.00
          JPN         JPY        0.30  firstYear                       1        0  1500.00      0.00     409.091                0.00        409.091           0.00       0.00            0         0          0              0         0.00     0.00
                      total EUR                                        3        0    29.97      0.00       6.297                0.00          6.297           0.00       0.00            1         0          0              0         0.00     0.00

          """)
    }
  }

  @Test func `a table of tenure is of a moment, and adds up no days`() async throws {
    try await withCharges { service in
      let answer = try await service.get(
        "/v1/reports/tenure?to=2025-03-01&format=table&by=&lapsing=366")
      let lines = answer.body.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[0] == "tenure of com.example.game in Production, at 2025-03-01T00:00:00.000Z")
      #expect(
        lines[3].hasPrefix(
          "keptUntil                 endsAt  account  originalTransactionId  currency  "))
      #expect(lines.count == 7)
      let empty = try await service.get("/v1/reports/tenure?to=2024-03-01&format=table")
      #expect(empty.body.hasSuffix("\nnothing\n"))
    }
  }

  @Test func `JSON holds an object a row, and no binary fractions`() async throws {
    try await withCharges { service in
      let query = "to=2025-02-01&from=2025-01-01&by=currency"
      let answer = try await service.get("/v1/reports/commission?\(query)")
      let cut = try answer.decode(Cut.self)
      #expect(
        answer.body == """
          {"app":"com.example.game","calendar":"utc","columns":["currency","rate","reason","charges","refunds","price",\
          "returned","commission","returnedCommission","netCommission","savedByTenure","lapseCost",\
          "corrections","unpriced","uncertain","rateUncertain","adjustments","byRules"],\
          "environment":"Production","from":"2025-01-01T00:00:00.000Z","knownAt":"\(cut.knownAt)",\
          "period":null,"periodState":"open","position":"\(cut.position)","report":"commission","rows":[\
          {"adjustments":0,"byRules":0,"charges":1,"commission":2519,"corrections":0,"currency":"EUR",\
          "lapseCost":0,"netCommission":2519,"price":9990,"rate":"0.30","rateUncertain":0,\
          "reason":"firstYear","refunds":0,"returned":0,"returnedCommission":0,"savedByTenure":0,\
          "uncertain":0,"unpriced":0},\
          {"adjustments":0,"byRules":0,"charges":1,"commission":409091,"corrections":0,"currency":"JPY",\
          "lapseCost":0,"netCommission":409091,"price":1500000,"rate":"0.30","rateUncertain":0,\
          "reason":"firstYear","refunds":0,"returned":0,"returnedCommission":0,"savedByTenure":0,\
          "uncertain":0,"unpriced":0}],\
          "rules":\(RulesChanged.present),"to":"2025-02-01T00:00:00.000Z","unit":"milliunits"}
          """)
    }
  }

  @Test func `CSV is read back with its quotation marks and commas`() async throws {
    try await withCharges { service in
      let answer = try await service.get("/v1/reports/commission?to=2025-02-01&format=csv")
      #expect(answer.headers[.contentType] == "text/csv; charset=utf-8; header=present")
      let records = CSVRecords(answer.body).all
      #expect(records.map(\.count) == [33, 33, 33])
      #expect(records[0].prefix(2) == ["product", "group"])
      #expect(
        records[1].prefix(14) == [
          "com.example.\"year\", new", "group", "JPN", "JPY", "0.30", "firstYear", "1", "0",
          "1500000",
          "0", "409091", "0", "409091", "0",
        ])
      #expect(records[2].prefix(4) == ["com.example.month", "group", "DEU", "EUR"])
    }
  }

  @Test func `a report that is none is not found, and those there are are named`() async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/cake")
      #expect(answer.problem == "404 report_not_found")
      #expect(answer.body.contains("there are commission, sales, proceeds"))
    }
  }

  @Test(arguments: [
    ("commission?by=cake", "`by` must be some of product, group, storefront, currency"),
    ("commission?format=xml", "`format` must be table, json, csv"),
    ("commission?from=yesterday", "`from` must be a day as 2026-01-31 or a time as"),
    ("commission?to=2026-02-30", "`to` must be a day"),
    ("commission?from=2026-01-01&to=2026-01-01", "`to` must be later than `from`"),
    ("commission?lapsing=7", "`lapsing` and `endsWithin` are for the report tenure only"),
    ("tenure?uncertain=true", "`uncertain` and `subscriptions` are for the report reconciliation"),
    ("tenure?subscriptions=true", "`subscriptions` are for the report reconciliation only"),
    ("reconciliation?uncertain=1", "`uncertain` must be true or false"),
    (
      "reconciliation?period=2026-01&calendar=pacific&uncertain=true&subscriptions=true",
      "two lists: ask for one of them"
    ),
    ("tenure?lapsing=0", "`lapsing` must be a number of days from 1 to 366"),
    ("tenure?endsWithin=0", "`endsWithin` must be a number of days from 1 to 366"),
    ("tenure?endsWithin=7&lapsing=7", "two lists: ask for one of them"),
    ("tenure?lapsing=367", "`lapsing` must be a number of days from 1 to 366"),
    ("tenure?knownAt=2999-01-01T00:00:00Z", "`knownAt` has not passed yet"),
    ("tenure?knownAt=x", "`knownAt` must be a time"),
    ("tenure?environment=sandbox", "`environment` must be one of Production"),
    ("tenure?app=com.example.other", "`app` names no app"),
    ("tenure?at=2026-01-01T00:00:00Z", "`at` is not known here"),
  ])
  func `a bad parameter is named, with what would be right`(
    query: String, detail: String
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/\(query)")
      #expect(answer.status == 400)
      #expect(answer.body.contains(detail), "\(answer.body)")
    }
  }

  @Test func `reports ask for the scope finance`() async throws {
    try await TestService.with { service in
      let reader = try await service.keys.create(name: "a", scopes: [.read, .ingest])
      let rejected = try await service.get("/v1/reports/tenure", as: reader)
      #expect(rejected.problem == "403 insufficient_scope")
      let finance = try await service.keys.create(name: "b", scopes: [.finance])
      try await service.ledger.project()
      #expect(try await service.get("/v1/reports/tenure", as: finance).status == 200)
      let nosy = try await service.get("/v1/purchases/1", as: finance)
      #expect(nosy.problem == "403 insufficient_scope")
    }
  }

  @Test(arguments: ["commission", "tenure", "tenure?lapsing=7"])
  func `a projection that lags makes no figures`(path: String) async throws {
    try await withCharges { service in
      try await service.ledger.record(PaidMonths("3000").events(1, from: 3))
      let answer = try await service.get("/v1/reports/\(path)")
      #expect(answer.problem == "503 position_not_reached retryable")
      #expect(answer.headers[.retryAfter] == "1")
      try await service.ledger.project()
      let report = try await service.get("/v1/reports/\(path)")
      #expect(report.status == 200)
      let position = try report.decode(Cut.self).position
      #expect(try #require(PositionToken(position)).position.lanes[0] == 2)
      let read = try await service.get("/v1/purchases/3000?minPosition=\(position)")
      #expect(read.status == 200)
    }
  }
}

/// A reader of RFC 4180, as in any program that opens the file.
private struct CSVRecords {
  private(set) var all: [[String]] = []

  init(_ text: String) {
    var (record, field, isQuoted) = ([String](), "", false)
    for character in text {
      switch character {
      case "\"":
        field.append("\u{1}")
        isQuoted.toggle()
      case "," where !isQuoted:
        record.append(Self.plain(field))
        field = ""
      case "\r\n" where !isQuoted:
        all.append(record + [Self.plain(field)])
        (record, field) = ([], "")
      default: field.append(character)
      }
    }
  }

  /// Returns a field without its quotation marks. Two marks within the field are one.
  private static func plain(_ field: String) -> String {
    guard field.hasPrefix("\u{1}") else { return field }
    return String(field.dropFirst().dropLast()).replacing("\u{1}\u{1}", with: "\"")
  }
}
