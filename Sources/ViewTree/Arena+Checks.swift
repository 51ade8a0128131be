extension Arena {
    func mustCheck(_ name: ElementName) -> Bool { false }
    mutating func check(_ opened: inout OpenElement) {}
    mutating func checkKeys(of opened: OpenElement) {}
}
