import Testing

/// Comparisons of the rules with reference models over many lives, share by share and one at a
/// time, so that other tests get their turn.
@Suite(.serialized) enum ReferenceModelTests {}
