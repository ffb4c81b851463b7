package import ReferenceModels

/// A plausible error in one of the models.
package enum ReportMutation: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case books(BooksMutation)
  case debt(DebtMutation)
  case customers(CustomersMutation)

  package static var allCases: [ReportMutation] {
    BooksMutation.allCases.map(Self.books) + DebtMutation.allCases.map(Self.debt)
      + CustomersMutation.allCases.map(Self.customers)
  }

  package var description: String {
    switch self {
    case .books(let mutation): "books: \(mutation.rawValue)"
    case .debt(let mutation): "debt: \(mutation.rawValue)"
    case .customers(let mutation): "customers: \(mutation.rawValue)"
    }
  }
}
