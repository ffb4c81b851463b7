import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import HTTP

/// The pages that the ledger serves about itself.
struct ReferenceTests {
  @Test func `every page is whole, runs nothing and loads nothing`() async throws {
    try await TestService.with { service in
      for name in ReferencePage.all.keys.sorted() {
        let answer = try await service.ask(name.isEmpty ? "/docs" : "/docs/\(name)", .get)
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        let policy = answer.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
        let style = try #require(answer.body.firstMatch(of: /<style>(.*?)<\/style>/)?.1)
        let digest = Data(Digest(of: Array(style.utf8)).bytes).base64EncodedString()
        #expect(policy.contains("'sha256-\(digest)'"))
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(!answer.body.contains(/<script|<img|<link|style=|javascript:|https?:/))
        for tag in ["html", "main", "table", "tbody", "div", "p", "pre", "nav", "code", "h2"] {
          let opened = answer.body.matches(of: try Regex("<\(tag)[ >]")).count
          let closed = answer.body.matches(of: try Regex("</\(tag)>")).count
          #expect(opened == closed, "\(name): \(tag)")
        }
      }
      #expect(try await service.ask("/docs/nothing", .get).problem == "404 not_found")
      #expect(try await service.ask("/docs?x=1", .get).problem == "400 unknown_parameter")
    }
  }

  @Test func `every link within the reference leads to something`() throws {
    let pages = ReferencePage.all
    for (name, page) in pages {
      for link in page.html.matches(of: /href="([^"]*)"/).map({ String($0.1) })
      where link != "/openapi.json" {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty ? name : String(parts[0].dropFirst("/docs".count).drop { $0 == "/" })
        let html = try #require(pages[target]?.html, "\(name): \(link)")
        if parts.count == 2 { #expect(html.contains("id=\"\(parts[1])\""), "\(name): \(link)") }
      }
    }
  }

  @Test func `the type of a problem leads to its cause and its remedy`() async throws {
    struct Typed: Decodable { let type: String }
    try await TestService.with { service in
      let problem = try await service.get("/v1/purchases/1").decode(Typed.self)
      #expect(problem.type == "/docs/problems#purchase_not_found")
      let page = try await service.ask("/docs/problems", .get)
      #expect(page.body.contains("<code id=\"purchase_not_found\">"))
      for code in DescribedCode.all { #expect(page.body.contains("id=\"\(code.code)\"")) }
    }
  }

  @Test func `what is written into a page is escaped`() {
    #expect(HTMLText.escaped(#"<a href="x">'&"#) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;")
    #expect(HTMLText.sentence("a < `b<c`") == "a &lt; <code>b&lt;c</code>")
  }

  @Test func `the index as text names every route`() async throws {
    try await TestService.with { service in
      let text = try await service.ask("/llms.txt", .get)
      #expect(text.headers[.contentType] == "text/plain; charset=utf-8")
      for route in APIDescription.routes {
        #expect(text.body.contains("- \(route.method.rawValue) \(route.path) "))
      }
    }
  }
}
