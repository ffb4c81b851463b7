import CZlib

/// A decompressor of gzip (RFC 1952), with a limit of the decompressed size.
enum Gunzip {
  /// A window of 32 KiB, and gzip's header instead of zlib's.
  private static let windowBits: Int32 = 15 + 16
  private static let stepBytes = 1 << 18
  private static let magic: [UInt8] = [0x1f, 0x8b]

  static func isCompressed(_ file: [UInt8]) -> Bool { file.starts(with: magic) }

  /// Decompresses all members of a file and joins them. The length and the checksum of each member
  /// are verified.
  ///
  /// Throws if a member is damaged, if the file ends within one, if bytes follow that are no member,
  /// or if the content is larger than `sizeMax`; no more than that much memory is used.
  static func decompress(_ file: [UInt8], sizeMax: Int) throws(AppleReportError) -> [UInt8] {
    guard let size = UInt32(exactly: file.count) else { throw .tooLarge(sizeMax: sizeMax) }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let started = inflateInit2_(
      stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(started == Z_OK, "zlib has memory for one stream")
    defer { inflateEnd(stream) }
    var content: [UInt8] = []
    var step = [UInt8](repeating: 0, count: stepBytes)
    let problem: AppleReportError? = file.withUnsafeBufferPointer { file in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: file.baseAddress)
      stream.pointee.avail_in = size
      while true {
        let (status, written) = fill(&step, from: stream)
        guard content.count + written <= sizeMax else { return .tooLarge(sizeMax: sizeMax) }
        content.append(contentsOf: step[..<written])
        switch status {
        case Z_OK: continue
        case Z_BUF_ERROR: return .gzip(.truncated)
        case Z_STREAM_END: break
        default: return .gzip(.damaged)
        }
        let rest = file.suffix(Int(stream.pointee.avail_in))
        if rest.isEmpty { return nil }
        guard rest.starts(with: magic) else { return .gzip(.followedByOtherBytes) }
        inflateReset(stream)
      }
    }
    if let problem { throw problem }
    return content
  }

  private static func fill(
    _ step: inout [UInt8], from stream: UnsafeMutablePointer<z_stream>
  ) -> (status: Int32, written: Int) {
    step.withUnsafeMutableBufferPointer { step in
      stream.pointee.next_out = step.baseAddress
      stream.pointee.avail_out = UInt32(stepBytes)
      let status = inflate(stream, Z_NO_FLUSH)
      return (status, stepBytes - Int(stream.pointee.avail_out))
    }
  }
}
