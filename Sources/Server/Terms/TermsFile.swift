import Foundation
package import Ledger

/// A file of Apple's terms for this developer: rates by storefront and date, which are added to the
/// standard ones, and the two limits of tenure.
package struct TermsFile: Sendable {
  package let terms: CommissionTerms
  package let settings: TenureSettings

  package static func read(_ path: String) throws -> TermsFile {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Failure("\(path) cannot be read: check that it exists and that you may read it")
    }
    return try parse(Array(contents), path: path)
  }

  package static func parse(_ contents: [UInt8], path: String) throws -> TermsFile {
    let file: Contents = try SettingsJSON.decode(contents, of: path)
    return TermsFile(terms: .standard.adding(file.rows), settings: file.settings)
  }

  private struct Contents: Decodable {
    let rows: [CommissionTerm]
    let settings: TenureSettings

    private enum Field: String, CodingKey, CaseIterable {
      case terms, yearOfServiceSeconds, gapSecondsMax
    }

    init(from decoder: any Decoder) throws {
      try decoder.rejectFields(unknownTo: Field.self, of: "a file of terms")
      let container = try decoder.container(keyedBy: Field.self)
      rows = try container.decodeIfPresent([TermRow].self, forKey: .terms)?.map(\.term) ?? []
      for field in [Field.yearOfServiceSeconds, .gapSecondsMax] {
        try Self.check(field, container)
      }
      settings = try TenureSettings(from: decoder)
    }

    private static func check(
      _ field: Field, _ container: KeyedDecodingContainer<Field>
    ) throws {
      guard container.contains(field) else { return }
      // The decoder's error for a fraction or too many digits has no path.
      let seconds = try? container.decode(Int64.self, forKey: field)
      guard let seconds, (1...1_000_000_000).contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: field, in: container,
          debugDescription: "`\(field.rawValue)` must be a number of seconds from 1 to 1000000000")
      }
    }
  }
}
