import CZlib

/// The compression of a text to one member of gzip (RFC 1952).
enum Gzip {
  /// The fastest level: JSON shrinks to a fifth by it, and by the best to a sixth.
  private static let level: Int32 = 1
  /// A window of 32 KiB, and gzip's header instead of zlib's.
  private static let windowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8
  /// The bytes after which other tasks get their turn.
  private static let pieceSize = 262_144

  /// Returns nil if zlib fails.
  static func compress(_ bytes: [UInt8]) async -> [UInt8]? {
    guard let stream = GzipStream(level: level, windowBits, memoryLevel) else { return nil }
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

/// A stream of zlib. Its state is where zlib left it, and is used by one task at a time.
private final class GzipStream {
  private let stream: UnsafeMutablePointer<z_stream>

  init?(level: Int32, _ windowBits: Int32, _ memoryLevel: Int32) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let started = deflateInit2_(
      stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns what zlib writes for a piece; nil if it fails.
  func compress(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]? {
    let capacity = Int(deflateBound(stream, uLong(piece.count))) + 64
    var isDone = false
    let written = piece.withUnsafeBufferPointer { piece in
      [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        stream.pointee.avail_in = UInt32(piece.count)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        let result = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        isDone = result == (isLast ? Z_STREAM_END : Z_OK) && stream.pointee.avail_in == 0
        count = capacity - Int(stream.pointee.avail_out)
      }
    }
    return isDone ? written : nil
  }
}
