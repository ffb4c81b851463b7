import Access
import HTTPTypes

/// The section of a route on a page of the reference, and that of a named shape.
enum RouteSection {
  static func html(_ route: DescribedRoute) -> String {
    let names = route.scopes.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    let scope = names.isEmpty ? "Needs no key." : "Needs the scope \(names)."
    let tag = route.isTagged ? " Has an `ETag`." : ""
    return """
      <h2 id="\(HTMLText.escaped(route.name))">\(HTMLText.escaped(route.title))</h2>
      <p><code>\(HTMLText.escaped("\(route.method.rawValue) \(route.path)"))</code></p>
      <p>\(HTMLText.sentence([route.about, scope + tag].filter { !$0.isEmpty }.joined(separator: " ")))</p>
      \(parameters(of: route))\(body(of: route))\(route.answers.map(answer).joined())\(codes(of: route))
      """
  }

  static func shape(_ shape: NamedShape) -> String {
    """
    <h2 id="\(HTMLText.escaped(shape.name))">\(HTMLText.escaped(shape.name))</h2>
    <p>\(HTMLText.sentence(shape.about))</p>
    \(fields(of: shape.fields))
    """
  }

  private static func parameters(of route: DescribedRoute) -> String {
    HTMLText.table(
      ["parameter", "in", "value", "meaning"],
      route.parameters.map { parameter in
        [
          code(parameter.name),
          parameter.place.rawValue + (parameter.isRequired ? ", required" : ""),
          HTMLText.escaped(parameter.shape.word), HTMLText.sentence(parameter.about),
        ]
      })
  }

  private static func body(of route: DescribedRoute) -> String {
    guard let body = route.body else { return "" }
    let size =
      "<p>Body\(body.isRequired ? "" : ", which may be left out"): at most \(body.bytesMax) bytes.</p>\n"
    return size + fields(of: body.shape) + example(body.shape)
  }

  private static func answer(_ answer: DescribedAnswer) -> String {
    let headers = answer.headers.map {
      " <code>\(HTMLText.escaped($0.name))</code>: \(HTMLText.sentence($0.about))"
    }
    let head =
      "<p><strong>\(answer.status)</strong> \(HTMLText.sentence(answer.about))\(headers.joined())</p>\n"
    return head + (answer.shape.map { fields(of: $0) + example($0) } ?? "")
  }

  private static func codes(of route: DescribedRoute) -> String {
    let links = route.allCodes.map { code in
      "<a href=\"/docs/problems#\(HTMLText.escaped(code))\"><code>\(HTMLText.escaped(code))</code></a>"
    }
    return "<p>Problems: \(links.joined(separator: ", "))</p>\n"
  }

  private static func fields(of shape: Shape) -> String {
    switch shape.kind {
    case .object(let fields): self.fields(of: fields)
    case .named(let named):
      "<p><a href=\"#\(HTMLText.escaped(named.name))\">\(HTMLText.escaped(named.name))</a></p>\n"
    case .text, .wholeNumber, .decimal, .truth, .choice, .list, .map, .cell, .anything: ""
    }
  }

  private static func fields(of fields: [ShapeField]) -> String {
    HTMLText.table(["field", "value", "meaning"], fields.flatMap { rows(of: $0, within: "") })
  }

  /// Returns a row for a field, and for each field within it.
  private static func rows(of field: ShapeField, within outer: String) -> [[String]] {
    let name = outer + field.name
    let value = field.shape.word + (field.isRequired ? "" : "; may be absent")
    return [[code(name), HTMLText.escaped(value), HTMLText.sentence(field.about)]]
      + inner(of: field.shape).flatMap { rows(of: $0, within: "\(name).") }
  }

  /// Returns the fields of an object, or of the objects of a list, that has no name of its own.
  private static func inner(of shape: Shape) -> [ShapeField] {
    switch shape.kind {
    case .object(let fields): fields
    case .list(let item, _): inner(of: item)
    case .map(let value): inner(of: value)
    case .text, .wholeNumber, .decimal, .truth, .choice, .cell, .named, .anything: []
    }
  }

  private static func example(_ shape: Shape) -> String {
    "<pre>\(HTMLText.escaped(shape.example.indented))</pre>\n"
  }

  private static func code(_ text: String) -> String { "<code>\(HTMLText.escaped(text))</code>" }
}
