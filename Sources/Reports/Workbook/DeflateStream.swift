import CZlib

/// A stream of zlib that compresses a text piece by piece. Its state is where zlib left it, and is used by one task at
/// a time.
package final class DeflateStream {
  /// The form of the compressed bytes.
  package enum Form {
    /// One member of gzip (RFC 1952).
    case gzip
    /// Nothing around the compressed data (RFC 1951), as in archives.
    case raw

    /// A window of 32 KiB, and the header that follows from the number.
    fileprivate var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 16
      case .raw: -15
      }
    }
  }

  /// The fastest level: JSON shrinks to a fifth by it, and by the best to a sixth.
  private static let level: Int32 = 1
  private static let memoryLevel: Int32 = 8

  private let stream: UnsafeMutablePointer<z_stream>

  /// Returns nil if there is no memory.
  package init?(_ form: Form) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let started = deflateInit2_(
      stream, Self.level, Z_DEFLATED, form.windowBits, Self.memoryLevel, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns what zlib writes for a piece; nil if it fails.
  package func compress(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]? {
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
