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
