import AppleReports
import Testing

struct GunzipTests {
  private static let plain = ReportBuilder.sales.with(["Units": "3"]).bytes

  @Test func `a file has one digest, compressed or not, in one member or in several`() throws {
    let file = Self.plain
    let whole = Gzip.member(file)
    let divided =
      Gzip.member(Array(file[..<40])) + Gzip.member([]) + Gzip.member(Array(file[40...]))
    let digests = try [file, file, whole, divided].map { try AppleReport(reading: $0).digest }
    #expect(Set(digests).count == 1)
    #expect(try AppleReport(reading: divided).salesRows.map(\.units) == [3])
  }

  @Test func `another byte makes another digest`() throws {
    let other = try ReportBuilder.sales.with(["Units": "4"]).read().digest
    #expect(try AppleReport(reading: Self.plain).digest != other)
  }

  @Test(arguments: [2, 5, 11, 60])
  func `a file that ends early is refused`(count: Int) {
    #expect(throws: AppleReportError.gzip(.truncated)) {
      try AppleReport(reading: Array(Gzip.member(Self.plain).prefix(count)))
    }
  }

  @Test func `a file that ends in its second member is refused`() {
    let file = Gzip.member(Self.plain) + Gzip.member(Self.plain).dropLast(1)
    #expect(throws: AppleReportError.gzip(.truncated)) { try AppleReport(reading: file) }
  }

  @Test func `a wrong byte or checksum is refused`() {
    var file = Gzip.member(Self.plain)
    file[file.count - 6] ^= 1
    #expect(throws: AppleReportError.gzip(.damaged)) { try AppleReport(reading: file) }
    file = Gzip.member(Self.plain)
    file[10] = 0xff
    #expect(throws: AppleReportError.gzip(.damaged)) { try AppleReport(reading: file) }
  }

  @Test func `bytes after the last member are refused`() {
    #expect(throws: AppleReportError.gzip(.followedByOtherBytes)) {
      try AppleReport(reading: Gzip.member(Self.plain) + Array("more".utf8))
    }
  }

  @Test func `content past the limit is refused, wherever it is compressed`() {
    let sixteen = Gzip.member([UInt8](repeating: 0x20, count: 16 << 20))
    #expect(sixteen.count < 1 << 18)
    for file in [sixteen, sixteen + sixteen, Gzip.member(sixteen) + sixteen] {
      #expect(throws: AppleReportError.tooLarge(sizeMax: 1 << 20)) {
        try AppleReport(reading: file, sizeMax: 1 << 20)
      }
    }
    #expect(throws: AppleReportError.tooLarge(sizeMax: Self.plain.count - 1)) {
      try AppleReport(reading: Self.plain, sizeMax: Self.plain.count - 1)
    }
  }

  @Test func `content as large as the limit is read`() throws {
    for file in [Self.plain, Gzip.member(Self.plain)] {
      #expect(try AppleReport(reading: file, sizeMax: Self.plain.count).count == 1)
    }
  }
}
