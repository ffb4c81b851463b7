/// A PKCS #7 message of type signed-data (RFC 2315 §9), reduced to its payload. No signature is
/// checked.
///
/// The limits protect OpenSSL, which computes a digest of the payload for each algorithm that the
/// message lists. The calls for these digests are nested, so that a long list exhausts the stack.
struct ReceiptEnvelope {
  /// The largest accepted size of a message without its payload. Apple's messages have 5 KB.
  private static let sizeMax = 65_536
  /// The largest accepted number of digest algorithms. One signer uses one.
  private static let digestsMax = 4

  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

  let payload: ArraySlice<UInt8>

  init(_ contents: [UInt8]) throws(MalformedBER) {
    let message = try Self.content(BERReader.only(contents[...]), of: Self.signedData)
    var members = try message.members(of: BERElement.Tag.sequence)
    _ = try members.next()  // version
    var digests = try members.next(BERElement.Tag.set).members(of: BERElement.Tag.set)
    for _ in 0..<Self.digestsMax { _ = try digests.next() }
    guard try digests.next() == nil, let carried = try members.next(),
      contents.count - carried.encoded.count <= Self.sizeMax
    else { throw MalformedBER() }
    while try members.next() != nil {}  // certificates and signatures
    payload = try Self.content(carried, of: Self.data).octets(BERElement.Tag.octetString)
  }

  /// Returns the content of this type: the element in the tag 0 after the type's identifier.
  private static func content(
    _ element: BERElement, of type: [UInt8]
  ) throws(MalformedBER) -> BERElement {
    var members = try element.members(of: BERElement.Tag.sequence)
    guard try members.next(BERElement.Tag.objectIdentifier).content.elementsEqual(type) else {
      throw MalformedBER()
    }
    return try BERReader.only(members.next(BERElement.Tag.tagged0).content)
  }
}
