/// The description of every route, from which the OpenAPI document, the reference and the index are made.
enum APIDescription {
  static let groups: [DescribedGroup] = [
    PostDescription.group, EntitlementDescription.group, AccountDescription.group,
    WalletDescription.group, GrantDescription.group, CatalogDescription.group,
    ReportDescription.group, OperationDescription.group, ServerDescription.group,
  ]

  static let routes = groups.flatMap(\.routes)

  /// The shapes that are named, each once, sorted by name.
  static let components: [NamedShape] = {
    let shapes = routes.flatMap { route in
      route.answers.compactMap(\.shape) + (route.body.map { [$0.shape] } ?? [])
    }
    let named = Dictionary(shapes.flatMap(\.components).map { ($0.name, $0) }) { first, _ in first }
    return named.values.sorted { $0.name < $1.name }
  }()
}
