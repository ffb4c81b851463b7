import Testing

/// The rules beside naive readings of their texts, over many lives: share by share and one at a time, so
/// that other tests get their turn.
@Suite(.serialized) enum ReferenceModelTests {}
