import Foundation

/// The checks of a field's value after its type has been checked.
enum Field {
  /// Returns a name of 1 to 200 bytes of UTF-8.
  static func name(_ text: String, _ field: String) throws(ControlProblem) -> String {
    guard (1...200).contains(text.utf8.count) else {
      throw .invalid(field, "must have 1 to 200 bytes")
    }
    return text
  }

  static func uuid(_ text: String?, _ field: String) throws(ControlProblem) -> String? {
    guard let text else { return nil }
    guard UUID(uuidString: text) != nil else {
      throw .invalid(field, "must be a UUID such as 6f2a1b9e-8d34-4c55-9f10-2b7c3d4e5f60")
    }
    return text
  }

  static func number<Number>(
    _ number: WholeNumber<Number>, in range: ClosedRange<Number>, _ field: String
  ) throws(ControlProblem) -> Number {
    guard range.contains(number.value) else { throw .invalid(field, range.remedy) }
    return number.value
  }

  /// Returns the case whose raw value is the text: a word of Apple's or of this API.
  static func word<Word: RawRepresentable>(
    _ text: String, of words: [Word], _ field: String
  ) throws(ControlProblem) -> Word where Word.RawValue == String {
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw .invalid(
        field, "must be one of \(words.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}

extension ClosedRange where Bound: FixedWidthInteger {
  var remedy: String { "must be a whole number from \(lowerBound) to \(upperBound)" }
}

/// A whole number in a body. A number that is too large or has a fraction is reported as an error
/// of its field.
struct WholeNumber<Number: FixedWidthInteger & Decodable & Sendable>: Decodable, Sendable {
  let value: Number

  init(from decoder: any Decoder) throws {
    do {
      value = try decoder.singleValueContainer().decode(Number.self)
    } catch let error as DecodingError {
      throw error
    } catch {
      // Foundation reports the place of every error except that of a number that does not fit.
      throw DecodingError.typeMismatch(
        Number.self,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "The number does not fit."))
    }
  }
}
