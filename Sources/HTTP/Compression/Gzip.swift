import Reports

/// The compression of a text to one member of gzip (RFC 1952).
enum Gzip {
  /// The bytes after which other tasks get their turn.
  private static let pieceSize = 262_144

  /// Returns nil if zlib fails.
  static func compress(_ bytes: [UInt8]) async -> [UInt8]? {
    guard let stream = DeflateStream(.gzip) else { return nil }
    var compressed: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + pieceSize, bytes.count)
      let piece = stream.compress(bytes[start..<end], isLast: end == bytes.count)
      guard let piece else { return nil }
      compressed += piece
      start = end
      if start < bytes.count { await Task.yield() }
    } while start < bytes.count
    return compressed
  }
}
