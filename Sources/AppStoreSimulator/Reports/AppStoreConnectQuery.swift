import Foundation
import Hummingbird

/// The filters of a request for a report, such as `filter[reportDate]=2026-01-31`.
struct AppStoreConnectQuery: Sendable {
  private static let known: Set = [
    "frequency", "regionCode", "reportDate", "reportSubType", "reportType", "vendorNumber",
    "version",
  ]

  private let filters: [String: String]

  /// Throws if a parameter is unknown or given twice.
  init(_ request: Request) throws(AppStoreConnectError) {
    var filters: [String: String] = [:]
    for (key, value) in request.uri.queryParameters {
      // Hummingbird decodes values and leaves the percent escapes of names.
      let name = String(key).removingPercentEncoding ?? String(key)
      guard let match = name.wholeMatch(of: /filter\[([A-Za-z]+)\]/),
        Self.known.contains(String(match.1))
      else { throw .unknownParameter(String(name.prefix(64))) }
      guard filters.updateValue(String(value), forKey: String(match.1)) == nil else {
        throw .parameter(String(match.1), "is given twice; give it once")
      }
    }
    self.filters = filters
  }

  /// Returns the value of a filter; nil if it is missing and not required.
  func value(
    _ name: String, isRequired: Bool = true
  ) throws(AppStoreConnectError) -> String? {
    if isRequired, filters[name] == nil { throw .parameter(name, "is missing; add it") }
    return filters[name]
  }

  func required(_ name: String) throws(AppStoreConnectError) -> String {
    try value(name) ?? ""
  }

  /// Throws if a filter has another value than the only one that the simulation knows.
  func check(
    _ name: String, is expected: String, isRequired: Bool = true
  ) throws(AppStoreConnectError) {
    guard let value = try value(name, isRequired: isRequired), value != expected else { return }
    throw .parameter(name, "must be \(expected) for this report")
  }

  func word<Word: RawRepresentable>(
    _ name: String, of words: [Word]
  ) throws(AppStoreConnectError) -> Word where Word.RawValue == String {
    let text = try required(name)
    guard let word = words.first(where: { $0.rawValue == text }) else {
      let list = words.map(\.rawValue).joined(separator: ", ")
      throw .parameter(name, "must be one of \(list)")
    }
    return word
  }

  /// Returns the settings with the vendor of the request. Every number of digits is one.
  func settings() throws(AppStoreConnectError) -> AppleReportSettings {
    var settings = AppleReportSettings()
    let vendor = try required("vendorNumber")
    guard AppleReportSettings.isVendor(vendor) else {
      throw .parameter("vendorNumber", "must be a number of 1 to 12 digits")
    }
    settings.vendor = vendor
    return settings
  }
}
