import Foundation
import Testing

@testable import AppStore

/// Requests as they are written.
struct ServerAPIBodyTests {
  private func json(_ body: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(body), as: UTF8.self)
  }

  @Test func `what is not said of a purchase is not written`() throws {
    let body = ConsumptionRequestBody(
      deliveryStatus: .undeliveredOther, sampleContentProvided: true)
    #expect(
      try json(body) == #"{"customerConsented":true,"deliveryStatus":"UNDELIVERED_OTHER","#
        + #""sampleContentProvided":true}"#)
  }

  @Test func `a request for notifications names its range`() throws {
    #expect(
      try json(NotificationHistoryRequest(from: 1, to: 2)) == #"{"endDate":2,"startDate":1}"#)
  }

  @Test func `an id is escaped where it stands, and a query too`() throws {
    let call = try ServerAPICall(
      .finish, [("transactionId", "a b/c?ä%x.y-z_~1")],
      query: [("q", "1&2=+"), ("q", "")])
    #expect(
      call.address
        == "/inApps/v1/transactions/a%20b%2Fc%3F%C3%A4%25x.y-z_~1/finish?q=1%262%3D%2B&q=")
  }

  @Test func `no two endpoints have one address`() {
    let addresses = ServerAPIEndpoint.allCases.map { "\($0.address.method) \($0.address.path)" }
    #expect(Set(addresses).count == addresses.count && addresses.count == 9)
  }

  @Test func `every number of Apple's has a name and a status`() {
    #expect(APIErrorName.allCases.count == 88)
    #expect(APIErrorCode(.transactionIDNotFound).description == "4040010 transactionIDNotFound")
    #expect(APIErrorCode(rawValue: 4_999_999).description == "4999999")
  }
}
