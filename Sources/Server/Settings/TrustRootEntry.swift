import AppStore
package import Ledger

/// An item of `DAICHO_TRUST_ROOTS`: the file of a root, after the environments that it counts for,
/// such as `Sandbox=/path/root.pem` or `Sandbox+Xcode=/path/root.pem`.
package struct TrustRootEntry: Sendable, Hashable {
  package let path: String
  /// The environments that the root counts for; nil, without a prefix, for every one.
  package let environments: Set<StoreEnvironment>?

  /// Reads an item. The text before the first `=` is a prefix unless it has a slash, as a path does.
  ///
  /// Throws if the prefix names anything but environments, or if no path follows it.
  package init(_ item: String) throws(SettingsError) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].contains("/") else {
      (path, environments) = (item, nil)
      return
    }
    let names = parts[0].split(separator: "+", omittingEmptySubsequences: false)
    let environments = names.compactMap { StoreEnvironment(rawValue: String($0)) }
    guard environments.count == names.count, !parts[1].isEmpty else { throw Self.malformed }
    (path, self.environments) = (String(parts[1]), Set(environments))
  }

  /// The environments in the words of the verifier.
  var vouched: VouchedEnvironments {
    environments.map { .only(Set($0.map(\.rawValue))) } ?? .all
  }

  /// The finding about the environments of the root: a warning if it counts for every one.
  var finding: Finding {
    let check = "environments of trust root \(path)"
    guard let environments else {
      return .warn(
        check, "it vouches for every environment, Production too",
        remedy: "bind it in DAICHO_TRUST_ROOTS to the environments of its signer, such as "
          + "`Sandbox=\(path)`")
    }
    return .ok(check, environments.map(\.rawValue).sorted().joined(separator: ", "))
  }

  private static let malformed = SettingsError.invalid(
    .trustRoots,
    remedy: "must name environments before `=`, such as `Sandbox=/path/root.pem` or "
      + "`Sandbox+Xcode=/path/root.pem`; there are "
      + StoreEnvironment.allCases.map(\.rawValue).joined(separator: ", ")
      + ". Write `./` before a path that has `=` in its first part")
}
