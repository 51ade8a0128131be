/// A text as one word of a shell's command line.
struct ShellWord: CustomStringConvertible {
    let description: String

    init(_ text: String) {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte >= 0x80 || "/._-+@%:=,".utf8.contains(byte) || (0x30...0x39).contains(byte)
                    || (0x61...0x7A).contains(byte | 0x20)
            }
        description = isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
