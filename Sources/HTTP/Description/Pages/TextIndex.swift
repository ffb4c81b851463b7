import Access
import Guides
import HTTPTypes
import Release

/// A short index of the API as text, for programs that read documentation.
enum TextIndex {
  static let text: String = {
    let groups = APIDescription.groups.map { group in
      let routes = group.routes.map { route in
        "- \(route.method.rawValue) \(route.path) (scope \(route.scopeNames)): \(route.title)\n"
      }
      return "\n## [\(group.title)](/docs/\(group.name))\n\n\(group.about)\n\n" + routes.joined()
    }
    let guides = ReferencePage.guides.map { guide, text in
      "- [\(text.title)](/docs/\(guide.name))\n"
    }
    return """
      # Daicho \(ProgramVersion.text)

      > A self-hosted ledger of App Store purchases: what each account may use, its coins, and the evidence. JSON over
      > HTTP, with an API key as `Authorization: Bearer daicho_…`.

      - [OpenAPI 3.1](/openapi.json): every route, parameter, field and problem
      - [Codes and reasons](/docs/problems): cause and remedy of each
      - [Reference](/docs): a page for each group of routes

      """ + groups.joined() + "\n## Guides\n\n" + guides.joined()
  }()
}
