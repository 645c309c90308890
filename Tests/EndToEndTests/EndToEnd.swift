import Testing

/// Tests that run the built programs. One after the other, as each may use all cores.
@Suite("End to end", .serialized) enum EndToEnd {}
