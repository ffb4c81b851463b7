package import Foundation

/// A message shown to a customer who is about to cancel.
package struct RetentionMessage: Sendable, Encodable, Hashable {
  package enum HeaderPosition: String, Sendable, Encodable {
    case aboveBody = "ABOVE_BODY"
    /// Requires an image.
    case aboveImage = "ABOVE_IMAGE"
  }

  package struct Image: Sendable, Encodable, Hashable {
    package let imageIdentifier: UUID
    package let altText: String

    package init(imageIdentifier: UUID, altText: String) {
      self.imageIdentifier = imageIdentifier
      self.altText = altText
    }
  }

  package struct BulletPoint: Sendable, Encodable, Hashable {
    package let text: String
    package let imageIdentifier: UUID
    package let altText: String

    package init(text: String, imageIdentifier: UUID, altText: String) {
      self.text = text
      self.imageIdentifier = imageIdentifier
      self.altText = altText
    }
  }

  package let header: String
  package let body: String
  package var image: Image?
  package var headerPosition: HeaderPosition?
  package var bulletPoints: [BulletPoint]?

  package init(header: String, body: String) {
    self.header = header
    self.body = body
  }
}

/// A message as Apple keeps it.
package struct KeptRetentionMessage: Sendable, Decodable, Hashable {
  /// A UUID.
  package let messageIdentifier: String
  /// `PENDING`, `APPROVED` or `REJECTED`.
  package let messageState: String?
}

struct RetentionMessageList: Decodable {
  let messageIdentifiers: [KeptRetentionMessage]
}

struct DefaultRetentionMessage: Codable {
  let messageIdentifier: String
}
