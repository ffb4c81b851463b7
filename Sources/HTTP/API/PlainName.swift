import Foundation
package import Ledger
package import Projections

/// The rule for texts that games and operators choose: names of accounts and keys, references,
/// authors and reasons.
///
/// Two texts that look the same must be the same text, and a text must not change the look of its
/// surroundings. Texts recorded before this rule was complete stay readable.
package enum PlainName {
  private static let sizeMax = 255

  /// Returns the fault of a text that is to be recorded, as the end of a sentence about the text;
  /// nil if there is none.
  package static func fault(recording text: String) -> String? {
    if let fault = fault(seeking: text) { return fault }
    guard text.contains(where: { !$0.isWhitespace }) else { return "must not be blank" }
    if let hidden = text.unicodeScalars.first(where: isHidden) {
      return "must not hold \(codePoint(hidden)), which cannot be seen: leave it out"
    }
    let composed = text.precomposedStringWithCanonicalMapping
    // Texts that differ only in their composition are equal to `==`.
    guard composed.unicodeScalars.elementsEqual(text.unicodeScalars) else {
      return "must be in Unicode's composed form: normalize it to NFC"
    }
    return nil
  }

  /// Returns the fault of a name that a write gives an account; nil if there is none. A name that is
  /// recorded already has none, whatever it holds: its purchases and coins stay usable.
  package static func fault(
    recording account: AccountID, of apps: [BundleID], by names: NameReader
  ) async throws -> String? {
    guard let fault = fault(recording: account.rawValue) else { return nil }
    let references = apps.flatMap { app in
      StoreEnvironment.allCases.map { AccountReference($0, app, account) }
    }
    return try await names.names(of: Set(references)).isEmpty ? fault : nil
  }

  /// Returns the fault of a text by which something recorded is sought; nil if there is none.
  package static func fault(seeking text: String) -> String? {
    guard (1...sizeMax).contains(text.utf8.count) else {
      return "must have 1 to \(sizeMax) bytes of UTF-8"
    }
    let control = text.unicodeScalars.first { $0.properties.generalCategory == .control }
    return control.map { "must not hold \(codePoint($0)), a control character: leave it out" }
  }

  /// The blank pattern of Braille, which looks like a space and is a symbol.
  private static let blankPattern: Unicode.Scalar = "\u{2800}"

  /// Returns true for code points that programs show as nothing, such as joiners, fillers, variation selectors and
  /// marks of direction, for separators of lines, and for code points that no character will ever have.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isDefaultIgnorableCodePoint || scalar == blankPattern
      || [.format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      || properties.isNoncharacterCodePoint
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the text of a body's field, which is to be recorded. Throws a problem that names the
  /// field.
  static func checked(_ text: String, _ field: String) throws(Problem) -> String {
    if let fault = fault(recording: text) {
      throw .invalid(field, fault)
    }
    return text
  }

  /// Returns the faults of a body's texts that are to be recorded, by their fields. A text that is nil has none.
  static func faults(recording texts: KeyValuePairs<String, String?>) -> [FieldFault] {
    texts.compactMap { field, text in
      text.flatMap(fault(recording:)).map { FieldFault(field, $0) }
    }
  }

  /// Throws a problem that names each of a body's texts, by its field, that cannot be recorded.
  static func check(_ texts: KeyValuePairs<String, String?>) throws(Problem) {
    let faults = faults(recording: texts)
    guard faults.isEmpty else { throw .invalid(faults) }
  }
}
