/// Pieces of texts that the encodings of forms care about.
let fieldPieces = [
    "a", "Z", "0", " ", "+", "%", "%22", "%0D", "&", "=", ";", "\"", "\\", "\r", "\n", "\r\n", "--", "é", "漢", "😀",
    "\0",
]
