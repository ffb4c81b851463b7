import Foundation
package import Ledger

/// A file of Apple's terms as they hold for this developer: rates by storefront and date beside the
/// standard ones, and the two numbers of tenure.
package struct TermsFile: Sendable {
  package let terms: CommissionTerms
  package let settings: TenureSettings

  package static func read(_ path: String) throws -> TermsFile {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw Failure("\(path) cannot be read: see that it is there, and readable to you")
    }
    return try parse(Array(contents), path: path)
  }

  package static func parse(_ contents: [UInt8], path: String) throws -> TermsFile {
    let file: Contents = try JSONText.decode(contents, of: path)
    return TermsFile(terms: .standard.adding(file.rows), settings: file.settings)
  }

  private struct Contents: Decodable {
    let rows: [CommissionTerm]
    let settings: TenureSettings

    private enum Field: String, CodingKey {
      case terms, yearOfServiceSeconds, gapSecondsMax
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      rows = try container.decodeIfPresent([Row].self, forKey: .terms)?.map(\.term) ?? []
      for field in [Field.yearOfServiceSeconds, .gapSecondsMax] {
        guard let seconds = try container.decodeIfPresent(Int64.self, forKey: field) else {
          continue
        }
        guard (1...1_000_000_000).contains(seconds) else {
          throw DecodingError.dataCorruptedError(
            forKey: field, in: container,
            debugDescription: "`\(field.rawValue)` must be a number of seconds from 1 to 1000000000"
          )
        }
      }
      settings = try TenureSettings(from: decoder)
    }
  }

  private struct Row: Decodable {
    let term: CommissionTerm

    private enum Field: String, CodingKey {
      case name, storefronts, productType, programme, afterAYear, from, until, rate
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Field.self)
      let storefronts = try container.decodeIfPresent([String].self, forKey: .storefronts)
      term = CommissionTerm(
        try container.decode(String.self, forKey: .name), storefronts: storefronts.map(Set.init),
        productType: try container.decodeIfPresent(String.self, forKey: .productType)
          .map(ProductType.init(rawValue:)),
        programme: try container.decodeIfPresent(String.self, forKey: .programme),
        isAfterAYear: try container.decodeIfPresent(Bool.self, forKey: .afterAYear) ?? false,
        validFrom: try Self.moment(.from, container),
        validUntil: try Self.moment(.until, container),
        thousandths: try Self.rate(container))
    }

    private static func moment(
      _ field: Field, _ container: KeyedDecodingContainer<Field>
    ) throws -> Instant? {
      guard let text = try container.decodeIfPresent(String.self, forKey: field) else { return nil }
      guard let moment = Instant(text) ?? Instant(text + "T00:00:00Z") else {
        throw DecodingError.dataCorruptedError(
          forKey: field, in: container,
          debugDescription: "`\(field.rawValue)` must be a day as 2026-01-31 or a time")
      }
      return moment
    }

    /// A decimal fraction in a string, so that no binary fraction comes between.
    private static func rate(_ container: KeyedDecodingContainer<Field>) throws -> Int {
      let text = try container.decode(String.self, forKey: .rate)
      let digits = text.hasPrefix("0.") ? text.dropFirst(2) : ""
      guard (1...3).contains(digits.count), let number = Int(digits), digits.allSatisfy(\.isNumber)
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .rate, in: container,
          debugDescription: "`rate` must be a fraction in quotation marks as \"0.125\"")
      }
      return number * [1, 100, 10, 1][digits.count]
    }
  }
}
