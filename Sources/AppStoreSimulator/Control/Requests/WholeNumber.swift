/// A whole number in a body. One that is too large, or has a fraction, is told as a mistake of its
/// field.
struct WholeNumber<Number: FixedWidthInteger & Decodable & Sendable>: Decodable, Sendable {
  let value: Number

  init(from decoder: any Decoder) throws {
    do {
      value = try decoder.singleValueContainer().decode(Number.self)
    } catch let error as DecodingError {
      throw error
    } catch {
      // Foundation knows the place of every mistake but that of a number that does not fit.
      throw DecodingError.typeMismatch(
        Number.self,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "The number does not fit."))
    }
  }
}
