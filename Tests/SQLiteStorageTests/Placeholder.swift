import Testing

@Suite struct `Nothing yet` {}
