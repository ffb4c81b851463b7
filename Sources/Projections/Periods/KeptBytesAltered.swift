/// Bytes that were kept and are others now: a report of a closed period, or a file of Apple's.
package struct KeptBytesAltered: Error, CustomStringConvertible {
  /// The name of what was kept, as the beginning of a sentence.
  let subject: String

  package var description: String {
    "\(subject) is not what was kept: its bytes have another digest than the log tells. Run `daicho verify`, "
      + "and restore the table from a backup"
  }
}
