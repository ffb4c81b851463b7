import Foundation
import Guides
import HTTPTypes
import Testing

@testable import HTTP

/// The guides as a ledger serves them.
struct GuideTests {
  @Test func `a guide uses no more of Markdown than is rendered`() throws {
    try #require(Guide.all.count == 8)
    for guide in Guide.all {
      let html = try #require(ReferencePage.all[guide.name]?.html)
      let prose = html.replacing(
        /<pre>[\s\S]*?<\/pre>|<code>.*?<\/code>|<style>[\s\S]*?<\/style>/, with: "")
      for leftover in ["**", "](", "`", "|", "\n#", "\n- ", "&lt;"] {
        #expect(!prose.contains(leftover), "\(guide.file) has \(leftover)")
      }
      for table in html.split(separator: "<table>").dropFirst() {
        let rows = table.split(separator: "</table>")[0].split(separator: "<tr>").dropFirst()
        let cells = Set(rows.map { $0.matches(of: /<t[hd][ >]/).count })
        #expect(cells.count == 1, "\(guide.file): \(rows.first ?? "")")
      }
    }
  }

  @Test func `a guide is served, and listed by the reference and the index`() async throws {
    try await TestService.with { service in
      let reference = try await service.ask("/docs", .get).body
      let index = try await service.ask("/llms.txt", .get).body
      for guide in Guide.all {
        let title = guide.markdown.prefix { $0 != "\n" }.dropFirst(2)
        let page = try await service.ask("/docs/\(guide.name)", .get)
        #expect(page.status == 200)
        #expect(page.body.contains("<h1>\(title)</h1>"))
        #expect(reference.contains("<a href=\"/docs/\(guide.name)\">\(title)</a>"))
        #expect(index.contains("- [\(title)](/docs/\(guide.name))\n"))
      }
      let sandbox = try await service.ask("/docs/when-down", .get).body
      #expect(sandbox.contains("<a href=\"/docs/purchases\">samples</a>"))
      #expect(sandbox.contains("<td>503 <code>unavailable</code> or"))
    }
  }

  @Test func `Markdown becomes HTML`() {
    let text = MarkdownText(
      """
      # A title

      Words with `a < b`, **strong** ones,
      *others* and [a `link`](There.md#it), [none](Elsewhere.md).

      ## What to do, then?

      - one
        and more
      - two

      1. first

      | a | b |
      |---|---|
      | `1` | <2> |

      ```sh
      # no heading
      a < b
      ```
      """
    ) { $0 == "There.md#it" ? "/docs/there#it" : nil }
    #expect(text.title == "A title")
    #expect(
      text.html == """
        <p>Words with <code>a &lt; b</code>, <strong>strong</strong> ones,
        <em>others</em> and <a href="/docs/there#it">a <code>link</code></a>, none.</p>
        <h2 id="what-to-do-then">What to do, then?</h2>
        <ul>
        <li>one
        and more</li>
        <li>two</li>
        </ul>
        <ol>
        <li>first</li>
        </ol>
        <div class="wide"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>
        <tbody><tr><td><code>1</code></td><td>&lt;2&gt;</td></tr>
        </tbody></table></div>
        <pre># no heading
        a &lt; b</pre>

        """)
  }
}
