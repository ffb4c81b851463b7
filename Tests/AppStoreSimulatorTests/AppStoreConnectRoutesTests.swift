import AppStoreSimulator
import AppleReports
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// The addresses from which report files are downloaded.
struct AppStoreConnectRoutesTests {
  private static let sales = [
    "frequency": "DAILY", "reportType": "SALES", "reportSubType": "SUMMARY",
    "vendorNumber": "80012345", "reportDate": "2025-01-01",
  ]
  private static let finance = [
    "regionCode": "ZZ", "reportType": "FINANCIAL", "vendorNumber": "80012345",
    "reportDate": "2025-04",
  ]

  /// Opens a store in which Ada bought gems and began a month on 1 January 2025 in Los Angeles, until the
  /// clock shows the evening of 2 February.
  private static func with(
    _ body: @escaping @Sendable (ControlFixture) async throws -> Void
  ) async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      try await service.post("/control/clock/advance", #"{"to":"2025-01-01T20:00:00Z"}"#)
      try await service.buy("gems.100")
      try await service.buy("pro.monthly")
      try await service.post("/control/clock/advance", #"{"to":"2025-02-03T00:00:00Z"}"#)
      try await body(service)
    }
  }

  private static func uri(_ path: String, _ filters: [String: String?]) -> String {
    let query = filters.compactMap { name, value in
      value.map { "filter%5B\(name)%5D=\($0)" }
    }
    return "\(path)?\(query.sorted().joined(separator: "&"))"
  }

  private static func file(_ uri: String, _ service: ControlFixture) async throws -> AppleReport {
    let (type, bytes) = try await service.client.execute(uri: uri, method: .get) { response in
      (response.headers[.contentType], [UInt8](buffer: response.body))
    }
    #expect(type == "application/a-gzip")
    return try AppleReport(reading: bytes)
  }

  @Test(arguments: [
    ("SALES", "SUMMARY", 2), ("SUBSCRIPTION", "SUMMARY", 1), ("SUBSCRIPTION_EVENT", "SUMMARY", 1),
    ("SUBSCRIBER", "DETAILED", 1),
  ])
  func `a daily report is downloaded`(type: String, subtype: String, rows: Int) async throws {
    try await Self.with { service in
      let filters = Self.sales.merging(["reportType": type, "reportSubType": subtype]) { $1 }
      let report = try await Self.file(Self.uri("/v1/salesReports", filters), service)
      #expect(report.kind.rawValue == type)
      #expect(report.count == rows)
    }
  }

  /// The month and its renewal on 1 February are one row by price, and two by day.
  @Test(arguments: [("FINANCIAL", "ZZ", 2), ("FINANCE_DETAIL", "Z1", 3)])
  func `a settled report is downloaded`(type: String, region: String, rows: Int) async throws {
    try await Self.with { service in
      let filters = Self.finance.merging(["reportType": type, "regionCode": region]) { $1 }
      let report = try await Self.file(Self.uri("/v1/financeReports", filters), service)
      #expect(report.kind.rawValue == type)
      #expect(report.count == rows)
      #expect(report.period.map { "\($0)" } == "2024-12-29...2025-02-01")
    }
  }

  @Test func `brackets may stand as they are, and the newest day is the default`() async throws {
    try await Self.with { service in
      let uri =
        "/v1/salesReports?filter[frequency]=DAILY&filter[reportType]=SUBSCRIPTION"
        + "&filter[reportSubType]=SUMMARY&filter[vendorNumber]=1&filter[version]=1_3"
      let report = try await Self.file(uri, service)
      #expect(report.count == 1)
    }
  }

  @Test(arguments: [
    ("/v1/salesReports", ["reportDate": "2025-02-02"]),
    ("/v1/salesReports", ["reportDate": "2025-01-15"]),
    ("/v1/salesReports", ["reportDate": "2031-01-01"]),
    ("/v1/financeReports", ["reportDate": "2025-05"]),
    ("/v1/financeReports", ["reportDate": "2025-03"]),
  ])
  func `a time that is not over, or in which nothing happened, has no report`(
    path: String, change: [String: String]
  ) async throws {
    try await Self.with { service in
      let filters = (path.contains("sales") ? Self.sales : Self.finance).merging(change) { $1 }
      let reply = try await service.ask(.get, Self.uri(path, filters))
      #expect(reply.status == 404)
      #expect(try reply.json.errors[0].code == "NOT_FOUND")
    }
  }

  @Test(arguments: [
    ("/v1/salesReports", "frequency", "WEEKLY"), ("/v1/salesReports", "reportType", "FINANCIAL"),
    ("/v1/salesReports", "reportSubType", "DETAILED"), ("/v1/salesReports", "vendorNumber", "me"),
    ("/v1/salesReports", "reportDate", "2025-01"), ("/v1/salesReports", "version", "1_2"),
    ("/v1/salesReports", "regionCode%20", "ZZ"), ("/v1/financeReports", "regionCode", "Z1"),
    ("/v1/financeReports", "reportDate", "2025-13"), ("/v1/financeReports", "reportType", "SALES"),
    ("/v1/salesReports", "frequency", nil), ("/v1/salesReports", "reportType", nil),
    ("/v1/salesReports", "vendorNumber", nil), ("/v1/financeReports", "reportDate", nil),
    ("/v1/financeReports", "regionCode", nil),
  ])
  func `a bad or missing parameter is named`(
    path: String, name: String, value: String?
  ) async throws {
    try await Self.with { service in
      var filters: [String: String?] = path.contains("sales") ? Self.sales : Self.finance
      filters[name] = .some(value)
      let reply = try await service.ask(.get, Self.uri(path, filters))
      #expect(reply.status == 400)
      let plain = name.replacing("%20", with: " ")
      #expect(try reply.json.errors[0].source.parameter == .text("filter[\(plain)]"))
    }
  }

  @Test func `the control API answers with all files of some days`() async throws {
    try await Self.with { service in
      let address = "/control/reports?from=2025-01-01&to=2025-02-01&vendor=80012345"
      let body = try await service.get(address)
      let names = body.files.items.compactMap(\.name.text)
      #expect(names.count { $0.hasPrefix("Subscription_80012345_") } == 31)
      #expect(names.contains("S_D_80012345_20250101.txt.gz"))
      #expect(names.contains("80012345_0425_ZZ.txt.gz"))
      #expect(body.alterations == [])
      let altered = try await service.get("\(address)&discrepancies=other_units,missing_row&seed=4")
      #expect(altered.alterations.items.count == 2)
    }
  }

  @Test(arguments: [
    ("to=2025-02-01", "from"), ("from=2025-02-01&to=2025-02-01", "to"),
    ("from=2025-02-30&to=2025-03-01", "from"), ("from=2001-01-01&to=2025-03-01", "to"),
    ("from=2025-01-01&to=2025-02-01&vendor=x", "vendor"),
    ("from=2025-01-01&to=2025-02-01&discrepancies=wrong", "discrepancies"),
    ("from=2025-01-01&to=2025-02-01&seed=-1", "seed"),
  ])
  func `the control API names the parameter at fault`(query: String, field: String) async throws {
    try await ControlFixture.with { service in
      let reply = try await service.ask(.get, "/control/reports?\(query)")
      #expect(reply.status == 400)
      #expect(try reply.json.field == .text(field))
    }
  }

  @Test func `a page of another site gets no report`() async throws {
    try await ControlFixture.with { service in
      let status = try await service.client.execute(
        uri: Self.uri("/v1/salesReports", Self.sales), method: .get,
        headers: [.origin: "https://example.com"]
      ) { $0.status }
      #expect(status == .forbidden)
    }
  }
}
