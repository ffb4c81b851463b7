import Testing

@testable import HTTP

/// The examples of the description, which no running server would contradict.
struct ExampleTests {
  private struct Example {
    let route: DescribedRoute
    let status: Int
    let answer: ParsedJSON
  }

  private static let examples: [Example] = APIDescription.routes.flatMap { route in
    route.answers.compactMap { answer in
      guard let shape = answer.shape, let value = try? ParsedJSON(shape.example.line) else {
        return nil
      }
      return Example(route: route, status: answer.status, answer: value)
    }
  }

  private static func answer(of route: String) throws -> ParsedJSON {
    try #require(examples.first { $0.route.name == route }?.answer)
  }

  @Test func `an answer that is pending has status 202, and no other`() {
    for example in Self.examples {
      guard let state = example.answer["state"]?.text else { continue }
      #expect((state == "pending") == (example.status == 202), "\(example.route.name)")
    }
  }

  @Test func `the fields of an object agree`() {
    let objects = Self.examples.flatMap { example in
      example.answer.objects.map { (example.route.name, $0) }
    }
    #expect(objects.contains { $0.1["bookedAmount"] != nil })
    for (route, object) in objects {
      if object["state"]?.text == "credited" {
        #expect(object["bookedAmount"] ?? .null == .null, "\(route)")
      }
      if let withdrawal = object["withdrawal"] {
        #expect((withdrawal == .null) == (object["state"]?.text == "granted"), "\(route)")
        #expect((object["name"] == .null) != (object["productId"] == .null), "\(route)")
      }
      if object["status"]?.text == "active" {
        #expect(object["expirationIntent"] == .null, "\(route)")
        #expect(object["gracePeriodExpiresAt"] == .null, "\(route)")
      }
      if object["subscription"]?["status"]?.text == "active" {
        let revocations = object["transactions"]?.items.map { $0["revocation"] }
        #expect(revocations == [.null], "\(route)")
      }
    }
  }

  @Test func `reserved coins are those of the open reservations`() throws {
    let wallet = try Self.answer(of: "readWallet")
    #expect(
      wallet["balances"]?.items.map { $0["reserved"] }
        == wallet["reservations"]?.items.map { $0["amount"] })
  }

  @Test(arguments: [
    ("spendCoins", "kind", "spent"), ("reserveCoins", "kind", "reserved"),
    ("commitReservation", "kind", "committed"), ("creditCoins", "kind", "earned"),
    ("reverseSpend", "kind", "reversed"), ("adjustWallet", "kind", "adjusted"),
    ("mergeAccount", "state", "merged"), ("undoMerge", "state", "undone"),
    ("grantEntitlement", "state", "granted"), ("withdrawEntitlement", "state", "withdrawn"),
  ])
  func `an answer says what its route does`(route: String, field: String, word: String) throws {
    #expect(try Self.answer(of: route)[field]?.text == word)
  }

  @Test func `a published coin is the one that was sent`() throws {
    let route = try #require(APIDescription.routes.first { $0.name == "publishCatalog" })
    let sent = try ParsedJSON(try #require(route.body).shape.example.line)
    let told = try Self.answer(of: "publishCatalog")["changes"]
    #expect(sent["coins"]?["gem"]?["creditMax"] == told?["coins"]?["gem"]?["creditMax"])
  }
}

extension ParsedJSON {
  /// The objects of which the value is made, itself among them.
  fileprivate var objects: [ParsedJSON] {
    switch self {
    case .object(let members): [self] + members.values.flatMap(\.objects)
    case .list(let items): items.flatMap(\.objects)
    case .null, .bool, .integer, .decimal, .text: []
    }
  }
}
