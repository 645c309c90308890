import Testing

/// Tests that run the built programs, one after the other, because each may use all cores.
@Suite("End to end", .serialized) enum EndToEnd {}
