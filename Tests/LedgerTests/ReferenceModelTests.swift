import Testing

/// Comparisons of the rules with reference models over many lives, share by share and one of each model at a
/// time, so that other tests get their turn.
@Suite enum ReferenceModelTests {}
