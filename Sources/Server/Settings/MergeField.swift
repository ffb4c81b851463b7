/// An app's `merge`: `{"guestsMax": 20}`.
struct MergeField: Decodable {
  static let guestsMaxDefault = 20
  private static let guestsMaxMax = 1_000

  /// The largest number of accounts that may be merged into one account; 0 forbids merges.
  let guestsMax: Int

  private enum Field: String, CodingKey, CaseIterable {
    case guestsMax
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "`merge`")
    let container = try decoder.container(keyedBy: Field.self)
    let told: Int?
    do {
      told = try container.decodeIfPresent(Int.self, forKey: .guestsMax)
    } catch {  // the decoder's error for a fraction has no path
      told = -1
    }
    guestsMax = told ?? Self.guestsMaxDefault
    guard (0...Self.guestsMaxMax).contains(guestsMax) else {
      throw DecodingError.dataCorruptedError(
        forKey: .guestsMax, in: container,
        debugDescription: "`guestsMax` must be a whole number from 0 to \(Self.guestsMaxMax)")
    }
  }
}
