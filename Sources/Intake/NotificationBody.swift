import Foundation

/// The JSON body of a notification, by its version.
enum NotificationBody {
  /// Version 2: the JWS in it.
  case signed(String)
  case versionOne

  private struct Fields: Decodable {
    let signedPayload: String?
    let versionOneType: String?

    private enum CodingKeys: String, CodingKey {
      case signedPayload
      case versionOneType = "notification_type"
    }
  }

  init(_ body: [UInt8]) throws(Rejection) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(body)) else {
      throw Rejection(
        .unreadable, code: "unreadable_json",
        detail: "the body is not a JSON object with the field signedPayload")
    }
    if let signedPayload = fields.signedPayload {
      self = .signed(signedPayload)
    } else if fields.versionOneType != nil {
      self = .versionOne
    } else {
      throw Rejection(
        .unreadable, code: "missing_signed_payload",
        detail: "signedPayload is missing: send the body exactly as Apple posted it")
    }
  }
}
