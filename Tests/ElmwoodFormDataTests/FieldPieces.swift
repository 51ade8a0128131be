/// Parts of texts that are special in the encodings of forms.
let fieldPieces = [
    "a", "Z", "0", " ", "+", "%", "%22", "%0D", "&", "=", ";", "\"", "\\", "\r", "\n", "\r\n", "--", "é", "漢", "😀",
    "\0",
]
