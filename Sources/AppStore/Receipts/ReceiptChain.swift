import COpenSSL

/// The verified path from the signer of a receipt to a trusted root.
struct ReceiptChain: ~Copyable {
  private let path: CertificateStack

  /// Validates the path by RFC 5280 at the creation date. Embedded certificates may be
  /// intermediates, but the root is one of `roots`.
  ///
  /// SHA-1 is accepted because Apple signed with SHA-1 until 2023.
  init(
    of receipt: borrowing SignedReceipt, roots: [RootCertificate], at creationDate: Timestamp
  ) throws(ReceiptError) {
    let embedded = receipt.certificates
    defer { extendLifetime(embedded) }  // the context keeps a pointer to the list
    let signer = try receipt.signer()
    guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
      throw .invalidReceiptChain
    }
    defer { X509_STORE_free(store) }
    defer { X509_STORE_CTX_free(context) }
    for root in roots {
      guard let certificate = Self.certificate(root.der) else { continue }  // decoded before
      X509_STORE_add_cert(store, certificate)
      X509_free(certificate)
    }
    guard X509_STORE_CTX_init(context, store, signer, embedded.stack.pointer) == 1 else {
      throw .invalidReceiptChain
    }
    Self.configure(X509_STORE_CTX_get0_param(context), creationDate)
    guard X509_verify_cert(context) == 1, let path = X509_STORE_CTX_get1_chain(context) else {
      throw Self.rejection(X509_STORE_CTX_get_error(context))
    }
    self.path = CertificateStack(owning: path)
  }

  /// Checks the demands on the chain that are Apple's, and returns what is to be remembered of it: the
  /// time in which all of its certificates are valid, and the environments that its root vouches for.
  /// A self-signed certificate of Xcode is a chain of its own.
  ///
  /// - Parameter roots: the roots to which the path was built.
  borrowing func verified(
    under roots: [RootCertificate]
  ) throws(ReceiptError) -> VerifiedReceiptChains.Chain {
    let root = path.count - 1
    let der = path.der(root)
    let own = roots.filter { $0.der == der }
    // A root that is named twice vouches for the environments of both.
    let environments = own.map(\.environments)
      .reduce(VouchedEnvironments.only([])) { $0.union($1) }
    if root == 0 {
      guard environments == .only(["Xcode"]) else { throw .invalidReceiptChain }
    } else {
      try requireMarkedChain()
    }
    guard let validity = path.validity else { throw .invalidReceiptChain }
    let apps = own.map(\.app)
    return VerifiedReceiptChains.Chain(
      validity: validity, environments: environments,
      apps: apps.contains(nil) ? nil : Set(apps.compactMap(\.self)))
  }

  private borrowing func requireMarkedChain() throws(ReceiptError) {
    guard path.count == 3, !Self.signsCertificates(path[0]), X509_check_ca(path[1]) == 1,
      Self.maySignCertificates(path[1])
    else { throw .invalidReceiptChain }
    for marker in [AppleMarker.developerRelations, .receiptSigning] {
      guard Self.digestIsAccepted(path[marker.index]) else { throw .invalidReceiptChain }
      guard Self.has(marker.dottedOID, path[marker.index]) else {
        throw .missingAppleMarker(certificate: marker.certificateName)
      }
    }
  }

  private static func configure(_ parameters: OpaquePointer?, _ creationDate: Timestamp) {
    X509_VERIFY_PARAM_set_time(parameters, time_t(creationDate.milliseconds / 1_000))
    X509_VERIFY_PARAM_set_auth_level(parameters, 0)  // the digests are checked afterwards
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
    X509_VERIFY_PARAM_set_depth(parameters, 2)  // the intermediate and an embedded root
  }

  private static func rejection(_ code: Int32) -> ReceiptError {
    switch code {
    case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED:
      .certificateNotValidAtCreationDate
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_CERT_UNTRUSTED:
      .untrustedReceiptRoot
    default: .invalidReceiptChain
    }
  }

  private static func certificate(_ der: [UInt8]) -> OpaquePointer? {
    der.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_X509(nil, &position, bytes.count)
    }
  }

  private static func digestIsAccepted(_ certificate: OpaquePointer) -> Bool {
    var digest: Int32 = 0
    return X509_get_signature_info(certificate, &digest, nil, nil, nil) == 1
      && SignedReceipt.digests.contains(digest)
  }

  /// Returns true if a certificate says of itself that it is an authority, in any of its extensions.
  private static func signsCertificates(_ certificate: OpaquePointer) -> Bool {
    // The check alone calls an authority none if its key usage leaves out the signing of certificates.
    X509_check_ca(certificate) != 0
      || X509_get_extension_flags(certificate) & UInt32(EXFLAG_CA) != 0
  }

  /// Returns true if the certificate tells its key usage, and signing certificates is part of it.
  private static func maySignCertificates(_ certificate: OpaquePointer) -> Bool {
    let usage = X509_get_key_usage(certificate)
    return usage != .max && usage & UInt32(KU_KEY_CERT_SIGN) != 0
  }

  private static func has(_ extensionID: String, _ certificate: OpaquePointer) -> Bool {
    guard let object = OBJ_txt2obj(extensionID, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(certificate, object, -1) >= 0
  }
}
