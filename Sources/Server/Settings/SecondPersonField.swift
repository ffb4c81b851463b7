import Ledger

/// An app's `secondPerson`: `{"adjustAbove": 10000, "creditAbove": 10000, "forcedClose": true, "grantDue": true}`, each
/// off by default.
struct SecondPersonField: Decodable {
  let policy: SecondPersonPolicy

  private enum Field: String, CodingKey, CaseIterable {
    case adjustAbove, creditAbove, forcedClose, grantDue
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "`secondPerson`")
    let container = try decoder.container(keyedBy: Field.self)
    func amount(_ field: Field) throws -> Int64? {
      let told: Int64?
      do {
        told = try container.decodeIfPresent(Int64.self, forKey: field)
      } catch {  // the decoder's error for a fraction has no path
        told = -1
      }
      if let told, told < 0 {
        throw DecodingError.dataCorruptedError(
          forKey: field, in: container,
          debugDescription: "`\(field.rawValue)` must be a number of coins, 0 or above")
      }
      return told
    }
    policy = SecondPersonPolicy(
      adjustAbove: try amount(.adjustAbove), creditAbove: try amount(.creditAbove),
      forcedClose: try container.decodeIfPresent(Bool.self, forKey: .forcedClose) ?? false,
      grantDue: try container.decodeIfPresent(Bool.self, forKey: .grantDue) ?? false)
  }
}
