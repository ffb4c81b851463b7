import CZlib

/// A compressor of one gzip member (RFC 1952). The same content has the same bytes.
enum GzipMember {
  /// A window of 32 KiB, and gzip's header instead of zlib's.
  private static let windowBits: Int32 = 15 + 16
  private static let memoryLevel: Int32 = 8

  static func compress(_ content: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(started == Z_OK, "zlib has memory for one stream")
    defer { deflateEnd(&stream) }
    let capacity = Int(deflateBound(&stream, UInt(content.count)))
    return content.withUnsafeBufferPointer { content in
      [UInt8](unsafeUninitializedCapacity: capacity) { target, written in
        stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
        stream.avail_in = UInt32(content.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(capacity)
        let ended = deflate(&stream, Z_FINISH)
        precondition(ended == Z_STREAM_END, "the bound has room for all of the content")
        written = capacity - Int(stream.avail_out)
      }
    }
  }
}
