import Access
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import TestSupport
import Testing

@testable import HTTP

/// The description against the running routes, both ways.
struct DescriptionTests {
  private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

  @Test func `every route is described, and nothing else`() async throws {
    try await TestService.with { service in
      let registered = Set(buildRoutes(service.backend).routes.map { "\($0.path)" })
      #expect(registered == Set(APIDescription.routes.map(\.path)))
      for path in registered {
        let own = APIDescription.routes.filter { $0.path == path }
        let allowed = own.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
        for method in Self.methods {
          let route = own.first { $0.method == method }
          let address = own[0].address
          // A described route may do something, so that it is asked without a key.
          let answer =
            route == nil
            ? try await service.ask(address, method, service.authorization)
            : try await service.ask(address, method)
          #expect((answer.status == 405) == (route == nil), "\(method) \(path): \(answer.body)")
          if route == nil {
            let allow = (answer.headers[.allow] ?? "").split(separator: ", ").map(String.init)
            #expect(Set(allow) == Set(allowed), "\(path)")
          }
        }
      }
    }
  }

  @Test func `names are given once, and addresses name their parameters`() {
    let names = APIDescription.routes.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(DescribedCode.all.map(\.code)).count == DescribedCode.all.count)
    for route in APIDescription.routes {
      let inAddress = route.path.matches(of: /\{(\w+)\}/).map { String($0.1) }
      #expect(
        Set(route.parameters.filter { $0.place == .path }.map(\.name)) == Set(inAddress),
        "\(route.name)")
      #expect(Set(route.parameters.map(\.name)).count == route.parameters.count, "\(route.name)")
      for code in route.allCodes {
        #expect(DescribedCode.byName[code]?.statuses.isEmpty == false, "\(route.name): \(code)")
      }
    }
  }

  @Test func `a route needs the scope that is described`() async throws {
    try await TestService.with { service in
      // The key reaches no app that is configured, so that nothing is done.
      let reach = KeyReach(apps: ["com.example.none"])
      for scope in Scope.allCases {
        let key = try await service.keys.create(name: "one", scopes: [scope], reach: reach)
        for route in APIDescription.routes {
          let answer = try await service.ask(
            route.address, route.method, [.authorization: "Bearer \(key.text)"])
          let isRefused = answer.problem == "403 insufficient_scope"
          let isAllowed =
            route.scopes.isEmpty || route.scopes.contains(where: Set([scope]).allows)
          #expect(isRefused != isAllowed, "\(route.name) with \(scope)")
        }
      }
      for route in APIDescription.routes {
        let answer = try await service.ask(route.address, route.method)
        #expect((answer.problem == "401 invalid_key") == (!route.scopes.isEmpty), "\(route.name)")
      }
    }
  }

  @Test func `a route takes the query parameters that are described`() async throws {
    try await TestService.with { service in
      for route in APIDescription.routes where !route.ignoresParameters {
        let described = Set(route.parameters.filter { $0.place == .query }.map(\.name))
        for name in Query.Name.allCases.map(\.rawValue) {
          let answer = try await service.ask(
            "\(route.address)?\(name)=x", route.method, service.authorization)
          let isUnknown = answer.problem == "400 unknown_parameter"
          #expect(isUnknown != described.contains(name), "\(route.name): \(name)")
        }
      }
    }
  }

  @Test func `a body has the fields that are described`() async throws {
    try await TestService.with { service in
      for route in APIDescription.routes {
        guard case .fields(let fields)? = route.body?.kind else { continue }
        var headers = service.authorization
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = route.name }
        let unknown = try await service.ask(route.address, route.method, headers, #"{"zzz":1}"#)
        let reason = try ParsedJSON(unknown.body)["errors"]?.items.first?["reason"]?.text ?? ""
        let known = reason.matches(of: /`(\w+)`/).map { String($0.1) }
        #expect(Set(known) == Set(fields.map(\.name)), "\(route.name): \(unknown.body)")
        let required = fields.filter(\.isRequired).map(\.name)
        guard !required.isEmpty else { continue }
        let empty = try await service.ask(route.address, route.method, headers, "{}")
        let missing = try ParsedJSON(empty.body)["errors"]?.items.compactMap { $0["field"]?.text }
        #expect(Set(missing ?? []) == Set(required), "\(route.name): \(empty.body)")
      }
    }
  }

  @Test func `every example is of its shape`() throws {
    for route in APIDescription.routes {
      for answer in route.answers {
        guard let shape = answer.shape else { continue }
        let faults = SchemaChecker.served.faults(try ParsedJSON(shape.example.line), shape.schema())
        #expect(faults == [], "\(route.name)")
      }
      if let body = route.body {
        let faults = SchemaChecker.served.faults(
          try ParsedJSON(body.shape.example.line), body.shape.schema())
        #expect(faults == [], "\(route.name)")
      }
      for parameter in route.parameters {
        let faults = SchemaChecker.served.faults(
          try ParsedJSON(parameter.shape.example.line), parameter.shape.schema())
        #expect(faults == [], "\(route.name): \(parameter.name)")
      }
    }
    for code in DescribedCode.all where !code.statuses.isEmpty {
      let example = try ParsedJSON(ProblemDescription.example(of: code).line)
      #expect(SchemaChecker.served.faults(example, ProblemDescription.problem.schema) == [])
    }
  }

  @Test func `a rate has the form that an answer gives it`() throws {
    let example = try ParsedJSON(PurchaseDescription.tenure.fields.example.line)
    #expect(example["currentRate"]?.text == "0.30")
    #expect(example["transactions"]?.items.first?["rate"]?.text == "0.30")
  }

  @Test func `the served document is the committed one`() async throws {
    let document = OpenAPIDocument.tree.indented + "\n"
    let made = FileManager.default.temporaryDirectory.appending(path: "openapi.json")
    try document.write(to: made, atomically: true, encoding: .utf8)
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let committed = try String(
      contentsOf: root.appending(path: "Sources/Daicho.docc/openapi.json"), encoding: .utf8)
    #expect(committed == document, "\(made.path) is to be committed")
    try await TestService.with { service in
      let served = try await service.ask("/openapi.json", .get)
      #expect(served.headers[.contentType] == "application/json")
      #expect(try ParsedJSON(served.body) == ParsedJSON(committed))
    }
  }
}

extension DescribedRoute {
  /// The address of the route, with the examples of its parts.
  var address: String {
    path.replacing(/\{(\w+)\}/) { match in
      let parameter = parameters.first { $0.place == .path && $0.name == match.1 }
      if case .text(let text)? = parameter?.shape.example { return text }
      return "x"
    }
  }
}

extension TestService {
  var authorization: HTTPFields { [.authorization: "Bearer \(key.text)"] }
}
