import JSONBytes

/// A joiner that restores a split text byte for byte. Any input is safe.
struct EvidenceJoiner {
  let text: [UInt8]
  /// The header number of each JWS, in the order of the opening marks.
  let headerNumbers: [Int32]
  let signatures: [UInt8]
  let headers: HeaderTable

  private var position = 0
  private var opened = 0

  init(text: [UInt8], headerNumbers: [Int32], signatures: [UInt8], headers: HeaderTable) {
    self.text = text
    self.headerNumbers = headerNumbers
    self.signatures = signatures
    self.headers = headers
  }

  mutating func received() throws(EvidenceError) -> [UInt8] {
    guard !headerNumbers.isEmpty else { return text }
    var target: [UInt8] = []
    try run(into: &target, depth: 0)
    guard opened == headerNumbers.count else { throw .damaged }
    return target
  }

  /// Reads up to the closing mark, or to the end at depth 0.
  private mutating func run(into target: inout [UInt8], depth: Int) throws(EvidenceError) {
    while true {
      let mark = nextMark()
      target += text[position..<mark]
      guard target.count <= EvidencePacking.byteCountMax else { throw .damaged }
      position = mark + 1
      guard mark < text.count else {
        guard depth == 0 else { throw .damaged }
        return
      }
      guard text[mark] == EvidenceSplitter.opening else {
        guard depth > 0 else { throw .damaged }
        return
      }
      try close(into: &target, depth: depth + 1)
    }
  }

  private mutating func close(into target: inout [UInt8], depth: Int) throws(EvidenceError) {
    guard depth <= EvidenceSplitter.depthMax, opened < headerNumbers.count else { throw .damaged }
    let number = headerNumbers[opened]
    let signature =
      EvidenceSplitter.signatureCount * opened..<EvidenceSplitter.signatureCount * (opened + 1)
    opened += 1
    guard let header = headers.text(number) else { throw .unknownHeader(number) }
    var payload: [UInt8] = []
    try run(into: &payload, depth: depth)
    target += header
    target.append(UInt8(ascii: "."))
    target += Base64URL.characters(payload)
    target.append(UInt8(ascii: "."))
    target += Base64URL.characters(Array(signatures[signature]))
  }

  private func nextMark() -> Int {
    text.withUnsafeBufferPointer { text in
      var next = position
      while next < text.count, text[next] &- EvidenceSplitter.opening > 1 { next &+= 1 }
      return next
    }
  }
}
