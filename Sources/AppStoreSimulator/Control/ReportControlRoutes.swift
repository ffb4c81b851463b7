package import Foundation
import Hummingbird

/// The route of Apple's report files about a range of days.
struct ReportControlRoutes: Sendable {
  let simulation: Simulation

  private static let daysMax = 3_660

  func add(to router: some RouterMethods) {
    router.control(
      "/control/reports", query: ["from", "to", "vendor", "discrepancies", "seed"],
      [.get: reports])
  }

  private func reports(_ request: ControlRequest) async throws -> ReportFilesBody {
    let (first, end) = (try day("from", of: request), try day("to", of: request))
    guard first < end, end <= first.advanced(by: Self.daysMax) else {
      throw ControlProblem.invalid("to", "must be 1 to \(Self.daysMax) days after `from`")
    }
    var settings = AppleReportSettings()
    if let vendor = request.parameter("vendor") {
      guard AppleReportSettings.isVendor(vendor) else {
        throw ControlProblem.invalid("vendor", "must be a number of 1 to 12 digits")
      }
      settings.vendor = vendor
    }
    let discrepancies = try discrepancies(of: request)
    let world = await simulation.withWorld { $0 }
    return ReportFilesBody(
      AppleReportFiles(of: world, by: settings, altering: discrepancies), about: first..<end)
  }

  private func day(_ name: String, of request: ControlRequest) throws -> PacificDay {
    guard let text = request.parameter(name) else { throw ControlProblem.missing(name) }
    guard let day = PacificDay(text) else {
      throw ControlProblem.invalid(name, "must be a day such as 2026-01-31")
    }
    return day
  }

  private func discrepancies(of request: ControlRequest) throws -> [ReportDiscrepancy] {
    let seed = try request.number("seed", in: 0...Int.max, default: 1)
    let words = request.parameter("discrepancies")?.split(separator: ",") ?? []
    return try words.map { word in
      let kind = try Field.word(
        String(word), of: ReportDiscrepancy.Kind.allCases, "discrepancies")
      return ReportDiscrepancy(kind, seed: UInt64(seed))
    }
  }
}

/// Report files, as `GET /control/reports` answers.
package struct ReportFilesBody: Codable, Sendable {
  package let files: [File]
  /// A sentence about each discrepancy that was put into the files.
  package let alterations: [String]

  package struct File: Codable, Sendable {
    package let name: String
    /// The file, compressed with gzip; Base64 in JSON.
    package let content: Data
  }

  init(_ files: AppleReportFiles, about days: Range<PacificDay>) {
    self.files = files.files(about: days).map { File(name: $0.name, content: Data($0.bytes)) }
    alterations = files.alterations.map(\.name)
  }
}
