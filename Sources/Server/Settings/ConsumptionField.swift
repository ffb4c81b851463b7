import AppStore
import Intake

/// An app's `consumption`:
/// `{"answer": true, "sampleContentProvided": false, "refundPreference": "DECLINE"}`.
struct ConsumptionField: Decodable {
  /// The policy; nil if consumption requests are not to be answered.
  let policy: ConsumptionPolicy?

  private enum Field: String, CodingKey, CaseIterable {
    case answer, sampleContentProvided, refundPreference
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "`consumption`")
    let container = try decoder.container(keyedBy: Field.self)
    let answers = try container.decode(Bool.self, forKey: .answer)
    let sample = try container.decodeIfPresent(Bool.self, forKey: .sampleContentProvided)
    let preference = try Self.preference(container)
    policy =
      answers
      ? ConsumptionPolicy(sampleContentProvided: sample ?? false, refundPreference: preference)
      : nil
  }

  private static func preference(
    _ container: KeyedDecodingContainer<Field>
  ) throws -> ConsumptionRequestBody.RefundPreference? {
    let name = try container.decodeIfPresent(String.self, forKey: .refundPreference)
    guard let name else { return nil }
    guard let preference = ConsumptionRequestBody.RefundPreference(rawValue: name) else {
      let known = ConsumptionRequestBody.RefundPreference.allCases.map(\.rawValue)
      throw DecodingError.dataCorruptedError(
        forKey: .refundPreference, in: container,
        debugDescription: "`refundPreference` must be one of \(known.joined(separator: ", "))")
    }
    return preference
  }
}
