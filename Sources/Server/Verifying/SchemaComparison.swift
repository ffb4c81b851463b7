package import EventStore
import Schema

/// A comparison of the database's schema with the one that this program migrates to. Whoever hollows a function, drops
/// a key or widens a right opens what the log and its keys are guarded by.
package enum SchemaComparison {
  /// Kinds of which a surplus one weakens a guard or rejects what the program writes. Another table, function or index
  /// may stand beside the program's own.
  private static let guarding: Set<String> = [
    "table", "column", "constraint", "unique index", "trigger", "rule", "policy", "right",
  ]

  /// Returns a finding for each object that is missing, and for each that should not be there.
  package static func findings(
    _ found: [SchemaObject], expecting lines: [String] = Schema.objects
  ) -> [BrokenPromise] {
    let expected = Dictionary(grouping: lines.compactMap(SchemaObject.init(line:)), by: \.template)
    let own = Dictionary(grouping: found, by: \.template)
    return expected.sorted { $0.key < $1.key }.flatMap { template, objects in
      let owners = Dictionary(grouping: own[template] ?? [], by: \.owner)
      guard !owners.isEmpty else {
        return template.hasSuffix(" partition") ? [] : [broken(objects[0], "it is missing")]
      }
      return owners.sorted { $0.key < $1.key }.flatMap { owner, objects in
        differences(of: objects, from: expected[template] ?? [], owner)
      }
    } + strangers(own["schema public"] ?? [])
  }

  private static func differences(
    of found: [SchemaObject], from expected: [SchemaObject], _ owner: String
  ) -> [BrokenPromise] {
    let (has, wants) = (Set(found.map(\.line)), Set(expected.map(\.line)))
    let missing = expected.filter { !has.contains($0.line) }
    let surplus = found.filter { !wants.contains($0.line) && guarding.contains($0.kind) }
    return missing.map { object in
      let of = SchemaObject(
        owner: owner, template: object.template, kind: object.kind, definition: object.definition)
      return switch object.kind {
      case "function": broken(of, "its body is not the one of this program's schema")
      case "table": broken(of, "it is no \(object.definition) any more")
      default: broken(of, "\(object.kind) \(object.definition) is missing")
      }
    } + strangers(surplus)
  }

  private static func strangers(_ objects: [SchemaObject]) -> [BrokenPromise] {
    objects.map {
      broken($0, "\($0.kind) \($0.definition) is there, and this program's schema has none")
    }
  }

  private static func broken(_ object: SchemaObject, _ finding: String) -> BrokenPromise {
    let isTable = !object.owner.contains("(") && !object.owner.contains(" ")
    return BrokenPromise(.object(isTable ? "table \(object.owner)" : object.owner), finding)
  }
}

extension SchemaObject {
  /// Reads what `line` writes; nil for anything else.
  fileprivate init?(line: String) {
    let parts = line.split(separator: "|", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(owner: parts[0], template: parts[0], kind: parts[1], definition: parts[2])
  }
}
