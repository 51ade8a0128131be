/// Returns a number of bytes in megabytes, as sentences name a limit: `10`, `1.5`. The client script writes it so too.
package func megabytes(_ bytes: Int) -> String {
    let (whole, rest) = Swift.max(0, bytes).quotientAndRemainder(dividingBy: 1_000_000)
    let thousandths = (rest + 500) / 1_000
    guard (1..<1_000).contains(thousandths) else { return "\(whole + thousandths / 1_000)" }
    var digits = "\(1_000 + thousandths)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
}
