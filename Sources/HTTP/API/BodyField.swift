import Foundation
import Ledger

/// A field of a JSON body: its name, the values that it holds, and if a body may leave it out.
struct BodyField: Sendable {
  enum Kind: String, Sendable {
    case string = "a string"
    case strings = "a list of strings"
    case wholeNumber = "a whole number"
    case coins = "a whole number of coins"
    case bool = "true or false"
    case uuid = "a UUID"
  }

  let name: String
  private let kind: Kind
  let isRequired: Bool

  static func required(_ name: String, _ kind: Kind) -> BodyField {
    BodyField(name: name, kind: kind, isRequired: true)
  }

  static func optional(_ name: String, _ kind: Kind) -> BodyField {
    BodyField(name: name, kind: kind, isRequired: false)
  }

  /// The field in the form of a body, as shown to callers.
  var form: String { "\"\(name)\"\(isRequired ? "" : "?"): \(kind.form)" }

  /// Returns the fault of the field in a body; nil if there is none. Null is as absent.
  func fault(in body: KeyedDecodingContainer<NamedField>) -> FieldFault? {
    let key = NamedField(stringValue: name)
    guard body.contains(key), (try? body.decodeNil(forKey: key)) == false else {
      return isRequired ? FieldFault(name, "is missing: send \(kind.rawValue)") : nil
    }
    return kind.isHeld(by: body, at: key) ? nil : FieldFault(name, "must be \(kind.rawValue)")
  }

  /// Returns true if the field has more coins than a command may name.
  func isOutOfBounds(in body: KeyedDecodingContainer<NamedField>) -> Bool {
    guard kind == .coins else { return false }
    let coins = try? body.decode(Decimal.self, forKey: NamedField(stringValue: name))
    return coins.map { abs($0) > Decimal(Coin.amountMax) } ?? false
  }
}

extension BodyField.Kind {
  fileprivate var form: String {
    switch self {
    case .string: "string"
    case .strings: "[string]"
    case .wholeNumber, .coins: "whole number"
    case .bool: "bool"
    case .uuid: "UUID"
    }
  }

  fileprivate func isHeld(
    by body: KeyedDecodingContainer<NamedField>, at key: NamedField
  ) -> Bool {
    do {
      switch self {
      case .string: _ = try body.decode(String.self, forKey: key)
      case .strings: _ = try body.decode([String].self, forKey: key)
      case .wholeNumber: _ = try body.decode(Int64.self, forKey: key)
      case .coins: return try body.decode(Decimal.self, forKey: key).isWhole
      case .bool: _ = try body.decode(Bool.self, forKey: key)
      case .uuid: _ = try body.decode(UUID.self, forKey: key)
      }
      return true
    } catch {
      return false
    }
  }
}

extension Decimal {
  fileprivate var isWhole: Bool {
    var (value, whole) = (self, Decimal())
    NSDecimalRound(&whole, &value, 0, .plain)
    return whole == self
  }
}

/// The name of a field, whatever it is.
struct NamedField: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A field of a request that cannot be accepted, and why: the end of a sentence about the field, with
/// the remedy.
struct FieldFault: Encodable, Sendable, Hashable {
  let field: String
  let reason: String

  init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }
}

extension [FieldFault] {
  /// Returns what is read; nil, and notes the faulty fields, if it cannot be accepted.
  mutating func reading<Value>(_ read: () throws(Problem) -> Value) throws(Problem) -> Value? {
    do {
      return try read()
    } catch {
      guard error.code == Problem.invalidBody else { throw error }
      self += error.faults
      return nil
    }
  }
}
