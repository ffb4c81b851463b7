/// An image for retention messages, as Apple keeps it.
package struct RetentionImage: Sendable, Decodable, Hashable {
  package enum Size: String, Sendable {
    case fullSize = "FULL_SIZE"
    case bulletPoint = "BULLET_POINT"
  }

  /// A UUID.
  package let imageIdentifier: String
  /// `PENDING`, `APPROVED` or `REJECTED`.
  package let imageState: String?
  package let imageSize: String?
}

struct RetentionImageList: Decodable {
  let imageIdentifiers: [RetentionImage]
}
