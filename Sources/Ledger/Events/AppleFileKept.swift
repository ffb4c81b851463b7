/// The import of one of Apple's report files, which is kept as it came.
package struct AppleFileKept: SharedContent, Codable {
  /// Apple's kind of the file: SALES, FINANCIAL and so on.
  package let kind: String
  package let name: String
  /// The days that the file is about; nil where it names none.
  package let firstDay: String?
  package let lastDay: String?
  /// SHA-256 of its content, decompressed.
  package let content: Digest
  /// SHA-256 of the bytes as they came.
  package let body: Digest
  package let author: String
  package let keptAt: Instant

  package init(
    kind: String, name: String, firstDay: String?, lastDay: String?, content: Digest,
    body: Digest, author: String, keptAt: Instant
  ) {
    self.kind = kind
    self.name = name
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.content = content
    self.body = body
    self.author = author
    self.keptAt = keptAt
  }

  package static var type: EventType { .appleFileKept }
  package var assertedAt: Instant { keptAt }

  package var digest: Digest {
    var form = CanonicalForm(31)
    form.add(6, keptAt)
    form.add(70, author)
    form.add(120, kind)
    form.add(121, name)
    form.add(122, firstDay)
    form.add(123, lastDay)
    form.add(124, content.hexadecimal)
    form.add(125, body.hexadecimal)
    return form.digest
  }
}
