/// The role that lends a session its rights.
package enum SessionRole: Sendable, Hashable {
  case named(String)
  /// The role that a function of the database returns, such as `public.application_role()`.
  case returned(by: String)

  /// The statement that takes the role.
  var statement: String {
    switch self {
    case .named(let name): "set role \"\(name.replacing("\"", with: "\"\""))\""
    case .returned(let function): "select set_config('role', \(function), false)"
    }
  }
}

/// The reason for which a session could not take its role.
package enum RoleFault: Sendable, Hashable, CustomStringConvertible {
  /// The database names no role: its schema is not there, or older.
  case unnamed
  /// The role does not exist in this cluster, as after a restore into another one.
  case missing
  /// The login is no member of the role.
  case foreign

  /// The fault that a refused preamble means; nil for another reason.
  init?(_ state: SQLState) {
    switch state {
    case .undefinedFunction: self = .unnamed
    case .invalidParameterValue: self = .missing
    case .insufficientPrivilege: self = .foreign
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .unnamed:
      "the database names no role for the application: run `daicho migrate` with the login that owns "
        + "the database"
    case .missing:
      "the application's role does not exist in this cluster, as after a restore: run `daicho "
        + "migrate` with the login that owns the database, which makes the role and its rights"
    case .foreign:
      "the login is no member of the application's role: run `grant ROLE to LOGIN` in the database, "
        + "with the role that `select application_role()` names"
    }
  }
}
