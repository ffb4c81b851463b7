import EventStore
import Foundation
import Ledger
import Testing

/// Stored bodies, which must remain readable for ever: these bytes are never edited.
struct GoldenBodyTests {
  private static let inner = Signed.form(#"{"transactionId":"1","type":"Consumable"}"#)
  private static let received = Signed.form(#"{"data":{"signedTransactionInfo":"\#(inner)"}}"#)
  private static let body =
    "AQFSAqwCrAIAJUpvlLneAyhNcpe84QYrUHWav+QJLlN4ncLnDDFWe6DF6g80WX6jyO0SN1yBpsvwFTpf"
    + "hKnO8xg9Yoes0fYbACVKb5S53gMoTXKXvOEGK1B1mr/kCS5TeJ3C5wwxVnugxeoPNFl+o8jtEjdcgabL"
    + "8BU6X4SpzvMYPWKHrNH2GwOGLCxvk5AXDbF27oAOqa1lAgA="

  private var headers: HeaderTable {
    var table = HeaderTable()
    table.insert(Array(Signed.header.utf8), number: 300)
    return table
  }

  @Test func `a JWS in a JWS is read`() throws {
    let body = Array(try #require(Data(base64Encoded: Self.body)))
    let unpacked = try EvidencePacking().unpack(body, headers: headers)
    #expect(String(decoding: unpacked, as: UTF8.self) == Self.received)
  }

  @Test func `bytes kept as received are read`() throws {
    #expect(try EvidencePacking().unpack([0, 0, 7, 8], headers: headers) == [7, 8])
    #expect(try EvidencePacking().unpack([0, 0], headers: headers) == [])
  }

  @Test func `dictionary 1 is what it was`() {
    #expect(EvidenceDictionary.apple1.number == 1)
    #expect(
      Digest(of: EvidenceDictionary.apple1.bytes).hexadecimal
        == "46aa0966f8aeeb1dfc9a02b89480e912fe00b4b947c34d7e056e52f8efdec000")
  }
}
