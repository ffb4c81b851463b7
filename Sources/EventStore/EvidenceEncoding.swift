/// How the body of a piece of evidence is written.
enum EvidenceEncoding: Int16 {
  case asReceived = 0
}
