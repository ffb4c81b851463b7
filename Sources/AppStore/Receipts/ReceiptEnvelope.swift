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
  /// The embedded certificates, none of which is trusted; empty if the message has none.
  let certificates: ArraySlice<UInt8>
  /// The members of the message except certificates and revocation lists.
  private let members: [BERElement]

  init(_ contents: [UInt8]) throws(MalformedBER) {
    let message = try Self.content(BERReader.only(contents[...]), of: Self.signedData)
    var reader = try message.members(of: BERElement.Tag.sequence)
    guard let version = try reader.next() else { throw MalformedBER() }
    let digests = try reader.next(BERElement.Tag.set)
    try Self.requireFew(digests)
    guard let carried = try reader.next(),
      contents.count - carried.encoded.count <= Self.sizeMax
    else { throw MalformedBER() }
    payload = try Self.content(carried, of: Self.data).octets(BERElement.Tag.octetString)
    var certificates: BERElement?
    var members = [version, digests, carried]
    while let member = try reader.next() {
      switch member.identifier {
      case BERElement.Tag.tagged0 where certificates == nil: certificates = member
      case BERElement.Tag.tagged0: throw MalformedBER()
      case BERElement.Tag.tagged1: break
      default: members.append(member)
      }
    }
    self.certificates = certificates?.content ?? []
    self.members = members
  }

  /// The message without certificates and revocation lists, which no signature covers. OpenSSL would
  /// decode the keys of all certificates, which takes longer than everything else.
  var bareMessage: [UInt8] {
    // The lengths around the members are indefinite, so that none is computed.
    let (begin, end): ([UInt8], [UInt8]) = ([0x80], [0, 0])
    var message = [BERElement.Tag.sequence] + begin
    message += [BERElement.Tag.objectIdentifier, UInt8(Self.signedData.count)] + Self.signedData
    message += [BERElement.Tag.tagged0] + begin + [BERElement.Tag.sequence] + begin
    message.reserveCapacity(members.reduce(64) { $0 + $1.encoded.count })
    for member in members { message += member.encoded }
    return message + end + end + end
  }

  private static func requireFew(_ digests: BERElement) throws(MalformedBER) {
    var digests = try digests.members(of: BERElement.Tag.set)
    for _ in 0..<digestsMax { _ = try digests.next() }
    guard try digests.next() == nil else { throw MalformedBER() }
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
