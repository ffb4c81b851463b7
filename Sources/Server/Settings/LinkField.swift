import Ledger

/// An app's `link`: `{"policy": "firstWins" | "transfer" | "share", "coolDownDays": 1}`.
struct LinkField: Decodable {
  let policy: LinkPolicy

  private static let coolDownDaysDefault = 1
  private static let coolDownDaysMax = 3_650

  private enum Field: String, CodingKey, CaseIterable {
    case policy, coolDownDays
  }

  private enum Word: String, CaseIterable {
    case firstWins, transfer, share
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "`link`")
    let container = try decoder.container(keyedBy: Field.self)
    guard let word = Word(rawValue: try container.decode(String.self, forKey: .policy)) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .policy, in: container, debugDescription: "`policy` must be one of \(known)")
    }
    let days = try Self.coolDownDays(container)
    switch word {
    case .firstWins: policy = .firstWins
    case .share: policy = .share
    case .transfer:
      policy = .transfer(coolDown: .seconds((days ?? Self.coolDownDaysDefault) * 86_400))
    }
    guard days == nil || word == .transfer else {
      throw DecodingError.dataCorruptedError(
        forKey: .coolDownDays, in: container,
        debugDescription: "`coolDownDays` belongs to the policy transfer alone")
    }
  }

  private static func coolDownDays(_ container: KeyedDecodingContainer<Field>) throws -> Int? {
    let days: Int?
    do {
      days = try container.decodeIfPresent(Int.self, forKey: .coolDownDays)
    } catch {  // the decoder's error for a fraction has no path
      days = -1
    }
    guard days.map((0...coolDownDaysMax).contains) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .coolDownDays, in: container,
        debugDescription: "`coolDownDays` must be a whole number from 0 to \(coolDownDaysMax)")
    }
    return days
  }
}
