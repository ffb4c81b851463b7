/// Parameters laid out for libpq: one buffer, and the offset and length of each value in the
/// buffer.
struct Binding {
  private var bytes: [UInt8] = [0]
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []

  init(_ parameters: [(any PostgresEncodable)?]) {
    for parameter in parameters {
      let start = bytes.count
      parameter?.encode(into: &bytes)
      offsets.append(parameter == nil ? nil : start)
      lengths.append(Int32(bytes.count - start))
    }
    bytes.append(0)
  }

  func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    let formats = [Int32](repeating: 1, count: offsets.count)
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
      return pointers.withUnsafeBufferPointer { values in
        body(Int32(offsets.count), values.baseAddress, lengths, formats)
      }
    }
  }
}
