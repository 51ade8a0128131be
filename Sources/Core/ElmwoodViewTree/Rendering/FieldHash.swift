/// Returns a short mark of a field's name and value: 32-bit FNV-1a over the name, a zero byte and the value.
///
/// A page carries the marks of its lone fields as they were rendered, so that the server can distinguish the visitor's changes from
/// later changes of the model. It is not a protection: a forged mark only says that a field was changed.
package func fieldHash(name: some Sequence<UInt8>, value: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    hash = hash &* 16_777_619
    for byte in value { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
}
