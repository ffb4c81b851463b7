import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import AppStore
@testable import AppStoreSimulator

/// The client and the simulated store beside Apple's own library: what both take from one source, that source
/// may have wrong.
struct AppleLibraryTests {
  private let facts: AppleLibrary.Facts

  init() throws {
    facts = try AppleLibrary.facts()
  }

  @Test(arguments: ServerAPIEndpoint.allCases.filter { $0 != .verifyReceipt })
  func `the client asks at Apple's addresses`(endpoint: ServerAPIEndpoint) {
    let ours = "\(endpoint.address.method) \(endpoint.address.path)"
    #expect(ours == facts.requests["\(endpoint)"]?.address)
  }

  @Test func `the store answers at Apple's addresses`() {
    let ours = Dictionary(
      uniqueKeysWithValues: Endpoint.allCases.map { endpoint in
        let path = "\(endpoint.path)".replacing(#/\{[a-z]+\}/#, with: "{}")
        return ("\(endpoint)", "\(endpoint.method.rawValue) \(path)")
      })
    #expect(ours == facts.requests.mapValues(\.address))
  }

  @Test func `each of Apple's numbers has a name here`() {
    let documentedAlone: Set = [APIErrorName.invalidRefundPreference.rawValue]
    #expect(
      Set(APIErrorName.allCases.map(\.rawValue)) == Set(facts.codes).union(documentedAlone))
  }

  @Test func `the client's hosts are Apple's`() {
    let hosts = AppleHosts.serverAPI[0]
    let ours = Dictionary(
      uniqueKeysWithValues: ServerAPIEnvironment.allCases.map { ($0.rawValue, hosts[$0]) })
    #expect(ours == facts.hosts)
  }

  @Test func `the client sends what Apple's library sends`() throws {
    let consumption = try fields(
      ConsumptionRequestBody(
        deliveryStatus: .delivered, sampleContentProvided: false, consumptionPercentage: 1,
        refundPreference: .decline))
    #expect(consumption == Set(facts.requests["consumption"]?.body ?? []))
    let notifications = try fields(NotificationHistoryRequest(from: 1, to: 2))
    #expect(notifications.isSubset(of: facts.requests["notifications"]?.body ?? []))
  }

  private func fields(_ body: some Encodable) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(body))
    return Set(try #require(object as? [String: Any]).keys)
  }

  @Test func `the store reads each parameter, and refuses it by Apple's number`() async throws {
    let shop = try ServerAPIShop()
    let id = try await shop.buy(ServerAPIShop.gems)
    let parameters = Dictionary(grouping: facts.refusals, by: \.request).mapValues { refusals in
      Set(refusals.map(\.parameter))
    }
    for (name, request) in facts.requests where name != "historyV1" {
      #expect(parameters[name] ?? [] == Set(request.query), "\(name)")
    }
    for refusal in facts.refusals {
      let request = try #require(facts.requests[refusal.request])
      let address = request.path.replacing("{}", with: id)
      let now = await shop.simulation.now
      let answer = try await shop.ask(
        try #require(HTTPRequest.Method(request.method)),
        "\(address)?\(refusal.parameter)=\(refusal.value)",
        request.method == "POST" ? #"{"startDate":\#(now - 1_000),"endDate":\#(now)}"# : nil)
      #expect(try answer.errorCode == refusal.code, "\(refusal)")
    }
  }

  @Test(arguments: [SimulatedApp.Environment.production, .sandbox])
  func `client and store know how long Apple keeps notifications`(
    environment: SimulatedApp.Environment
  ) async throws {
    let days = try #require(facts.daysKept[environment.rawValue])
    let asked = try #require(ServerAPIEnvironment(rawValue: environment.rawValue))
    #expect(NotificationHistoryRequest.daysKept(in: asked) == days)
    let shop = try ServerAPIShop(in: environment)
    let now = await shop.simulation.now
    let oldest = now - Int64(days) * 86_400_000
    for (start, code) in [(oldest, nil), (oldest - 1, 4_000_012)] as [(Int64, Int?)] {
      let answer = try await shop.ask(
        .post, "/inApps/v1/notifications/history", #"{"startDate":\#(start),"endDate":\#(now)}"#)
      #expect(try code == nil ? answer.status == .ok : answer.errorCode == code)
    }
  }

  @Test(.enabled("Apple's library comes from the package index") { await AppleLibrary.isHere })
  func `the facts are those of Apple's library`() throws {
    let told = try JSONDecoder().decode(
      AppleLibrary.Told.self, from: AppleLibrary.run(["facts"]))
    #expect(told == AppleLibrary.Told(facts))
  }

  @Test(.enabled("Apple's library comes from the package index") { await AppleLibrary.isHere })
  func `Apple's library understands the store`() async throws {
    let shop = try ServerAPIShop()
    var id = ""
    for _ in 0..<25 { id = try await shop.buy(ServerAPIShop.gems) }
    try await shop.buy(ServerAPIShop.pro)
    await shop.simulation.deliver()
    let (now, key) = (await shop.simulation.now, shop.simulation.developerKey)
    let given = try JSONEncoder().encode(
      AppleLibrary.Customer(
        id: id, now: now, key: key.privateKeyPEM, keyId: key.keyID, issuerId: key.issuerID))
    let answers = try await shop.simulation.whileOpen { url in
      try JSONDecoder().decode(
        AppleLibrary.Answers.self, from: AppleLibrary.run(["talk", url], input: given))
    }
    #expect(answers.history == [2, 26] && answers.refunds == 0 && answers.statuses == 1)
    #expect(answers.transaction && answers.appTransaction && answers.token && answers.order == 1)
    #expect(answers.notifications == 20)
    #expect(answers.codes == [4_040_010, 4_000_006, 4_000_005, 4_000_014, 4_000_012])
  }
}
