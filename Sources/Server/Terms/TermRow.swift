import HTTP
import Ledger
import Reports

/// A row of a terms file. A row that could never apply is rejected, since it may be a mistake.
struct TermRow: Decodable {
  private typealias Container = KeyedDecodingContainer<Field>

  private static let productTypes: [ProductType] = [
    .autoRenewable, .nonRenewing, .nonConsumable, .consumable,
  ]

  let term: CommissionTerm

  private enum Field: String, CodingKey, CaseIterable {
    case name, storefronts, productType, program, afterAYear, from, until, rate
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "a row of terms")
    let container = try decoder.container(keyedBy: Field.self)
    let (from, until) = (try Self.moment(.from, container), try Self.moment(.until, container))
    if let from, let until, until <= from {
      throw Self.bad(.until, container, "must be later than `from`")
    }
    term = CommissionTerm(
      try Self.name(container), storefronts: try Self.storefronts(container),
      productType: try Self.productType(container),
      program: try container.decodeIfPresent(String.self, forKey: .program),
      isAfterAYear: try container.decodeIfPresent(Bool.self, forKey: .afterAYear) ?? false,
      validFrom: from, validUntil: until, thousandths: try Self.rate(container))
  }

  private static func name(_ container: Container) throws -> String {
    let name = try container.decode(String.self, forKey: .name)
    if let fault = PlainName.fault(recording: name) { throw bad(.name, container, fault) }
    return name
  }

  private static func storefronts(_ container: Container) throws -> Set<String>? {
    guard let codes = try container.decodeIfPresent([String].self, forKey: .storefronts)
    else { return nil }
    guard !codes.isEmpty, codes.allSatisfy({ $0.wholeMatch(of: /[A-Z]{3}/) != nil }) else {
      throw bad(.storefronts, container, "must list codes of three letters as CHN")
    }
    return Set(codes)
  }

  private static func productType(_ container: Container) throws -> ProductType? {
    guard let text = try container.decodeIfPresent(String.self, forKey: .productType)
    else { return nil }
    let type = ProductType(rawValue: text)
    guard productTypes.contains(type) else {
      let names = productTypes.map(\.rawValue).joined(separator: ", ")
      throw bad(.productType, container, "must be one of \(names)")
    }
    return type
  }

  private static func moment(_ field: Field, _ container: Container) throws -> Instant? {
    guard let text = try container.decodeIfPresent(String.self, forKey: field) else { return nil }
    guard let moment = ReportMoment.read(text) else {
      throw bad(field, container, "must be \(ReportMoment.rule)")
    }
    return moment
  }

  /// Reads a decimal fraction from a string, which avoids binary fractions.
  private static func rate(_ container: Container) throws -> Int {
    guard container.contains(.rate) else {
      throw DecodingError.keyNotFound(
        Field.rate, .init(codingPath: container.codingPath, debugDescription: "no rate"))
    }
    // A value that is not a string becomes empty and is rejected below.
    let text = (try? container.decode(String.self, forKey: .rate)) ?? ""
    let digits = text.hasPrefix("0.") ? text.dropFirst(2) : ""
    guard (1...3).contains(digits.count), let number = Int(digits), digits.allSatisfy(\.isNumber)
    else {
      throw bad(.rate, container, "must be a fraction in quotation marks as \"0.125\"")
    }
    return number * [1, 100, 10, 1][digits.count]
  }

  private static func bad(_ field: Field, _ container: Container, _ remedy: String) -> DecodingError
  {
    .dataCorruptedError(
      forKey: field, in: container, debugDescription: "`\(field.rawValue)` \(remedy)")
  }
}
