import Hummingbird

/// The addresses of the App Store Connect API from which report files are downloaded. They have no
/// authorization.
struct AppStoreConnectRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    router.get("/v1/salesReports") { request, _ -> Response in
      try await answer { try await sales(AppStoreConnectQuery(request)) }
    }
    router.get("/v1/financeReports") { request, _ -> Response in
      try await answer { try await finance(AppStoreConnectQuery(request)) }
    }
  }

  private func answer(_ file: () async throws -> AppleReportFile?) async throws -> Response {
    do {
      guard let file = try await file() else { throw AppStoreConnectError.noReport }
      return Response(
        status: .ok, headers: [.contentType: "application/a-gzip"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    } catch let error as AppStoreConnectError {
      return try error.response()
    }
  }

  private func sales(_ query: AppStoreConnectQuery) async throws -> AppleReportFile? {
    let report = try query.word("reportType", of: DailyReport.allCases)
    try query.check("reportSubType", is: report.subtype)
    try query.check("frequency", is: "DAILY")
    try query.check("version", is: report.version, isRequired: false)
    let settings = try query.settings()
    let world = await simulation.withWorld { $0 }
    let yesterday = PacificDay(of: world.now).advanced(by: -1)
    let day = try query.value("reportDate", isRequired: false).map { text in
      guard let day = PacificDay(text) else {
        throw AppStoreConnectError.parameter("reportDate", "must be a day such as 2026-01-31")
      }
      return day
    }
    return AppleReportFiles(of: world, by: settings).daily(report, on: day ?? yesterday)
  }

  private func finance(_ query: AppStoreConnectQuery) async throws -> AppleReportFile? {
    let report = try query.word("reportType", of: SettledReport.allCases)
    try query.check("regionCode", is: report.region)
    guard let month = SettlementMonth(try query.required("reportDate")) else {
      throw AppStoreConnectError.parameter(
        "reportDate", "must be a fiscal year and month such as 2026-04")
    }
    let settings = try query.settings()
    let world = await simulation.withWorld { $0 }
    return AppleReportFiles(of: world, by: settings).settled(report, of: month)
  }
}
