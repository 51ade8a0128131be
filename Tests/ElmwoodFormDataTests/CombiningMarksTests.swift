import ElmwoodTestSupport
import Foundation
@_spi(_Unicode) import Swift
import Testing

@testable import ElmwoodFormData

/// How many combining marks in a row a text from outside may have.
@Suite struct CombiningMarksTests {
    private func marks(_ count: Int) -> String {
        String(repeating: "\u{301}\u{323}", count: count / 2) + (count % 2 == 0 ? "" : "\u{301}")
    }

    // `#expect` cannot take a span apart.
    private func areFew(in bytes: [UInt8]) -> Bool { CombiningMarks.areFew(in: bytes.span) }
    private func areFew(inAddress bytes: [UInt8]) -> Bool { CombiningMarks.areFew(inPercentEncoded: bytes.span) }
    private func areFew(inJSON bytes: [UInt8]) -> Bool { CombiningMarks.areFew(inJSON: bytes.span) }

    @Test func `Thirty marks in a row are accepted, one more is not`() {
        #expect(CombiningMarks.areFew(in: "a" + marks(30) + "b" + marks(30)))
        #expect(!CombiningMarks.areFew(in: "a" + marks(31)))
        #expect(!CombiningMarks.areFew(in: marks(31)))
        #expect(!CombiningMarks.areFew(in: String(repeating: "a", count: 1_000) + marks(31) + "b"))
        #expect(CombiningMarks.areFew(in: String(repeating: "a\u{301}", count: 10_000)))
    }

    @Test func `A composed character counts with the marks that it is decomposed into`() {
        // U+1F82 is α with three marks.
        #expect(CombiningMarks.areFew(in: "\u{1F82}" + marks(27)))
        #expect(!CombiningMarks.areFew(in: "\u{1F82}" + marks(28)))
        #expect(CombiningMarks.areFew(in: String(repeating: "\u{F73}", count: 15)))
        #expect(!CombiningMarks.areFew(in: String(repeating: "\u{F73}", count: 15) + "\u{301}"))
        #expect(!CombiningMarks.areFew(in: "a" + String(repeating: "\u{344}", count: 16)))
    }

    @Test func `Each scalar counts as its canonical decomposition says`() {
        func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.canonicalCombiningClass != .notReordered }
        // All planes with characters that are decomposed, or marks.
        let wrong = (UInt32(0)...0x2FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            // Nearly all scalars have neither marks nor a decomposition.
            let decomposed = Array(String(Character(scalar))._nfd)
            guard decomposed != [scalar] || isMark(scalar) else { return false }
            let before = decomposed.allSatisfy(isMark) ? 29 - decomposed.count : 0
            let after = 30 - (before > 0 ? 29 : decomposed.reversed().prefix(while: isMark).count)
            let text = "a" + marks(before) + String(Character(scalar)) + marks(after)
            return !CombiningMarks.areFew(in: text) || CombiningMarks.areFew(in: text + "\u{301}")
        }
        #expect(Array(wrong.prefix(5)) == [])
    }

    @Test func `Marks are found in percent encoding, and in JSON as they are and escaped`() {
        func encoded(_ text: String) -> [UInt8] { Array(PercentEncoding.segment(text).utf8) }
        #expect(areFew(inAddress: encoded("/a" + marks(30))))
        #expect(!areFew(inAddress: encoded("/a" + marks(31))))
        #expect(!areFew(inAddress: (encoded(marks(16)) + Array(marks(15).utf8))))

        func escaped(_ text: String) -> [UInt8] {
            Array(
                text.utf16.map { unit in "\\u" + String(UInt32(unit) | 0x10000, radix: 16).dropFirst() }.joined().utf8
            )
        }
        // U+1E8D0 is a mark that JSON escapes as two surrogates.
        for mark in ["\u{301}", "\u{1E8D0}"] {
            let (few, many) = (String(repeating: mark, count: 30), String(repeating: mark, count: 31))
            #expect(areFew(inJSON: Array("[\"a\(few)\"]".utf8)))
            #expect(!areFew(inJSON: Array("[\"a\(many)\"]".utf8)))
            #expect(areFew(inJSON: escaped("a" + few)))
            #expect(!areFew(inJSON: escaped("a" + many)))
            #expect(!areFew(inJSON: (Array(few.utf8) + escaped(mark))))
            #expect(areFew(inJSON: (escaped(few) + Array("\\n".utf8) + escaped(few))))
        }
    }

    @Test func `Bytes that are not UTF-8 are counted as the text that is made of them`() {
        var random = SeededGenerator(seed: 38)
        let pieces: [[UInt8]] = [
            [0xCC, 0x81], [0xCC, 0xA3], [0xCC], [0x81], [0xE0, 0xBD], [0xE0, 0xBD, 0xB3], [0xF0, 0x9E], [0xFF], [0x61],
            [0xED, 0xA0, 0x80], [0xF0, 0x9E, 0xA3, 0x90],
        ]
        for _ in 0..<2_000 {
            let isMostlyMarks = random.below(2) == 0
            let bytes = (0..<80).flatMap { _ in
                isMostlyMarks && random.below(40) > 0 ? pieces[0] : pieces[random.below(pieces.count)]
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(areFew(in: bytes) == CombiningMarks.areFew(in: text), "\(bytes)")
        }
    }

    @Test func `The name of a field or file with more is refused, the content of a file is not looked at`() throws {
        let name = "a" + marks(31)
        #expect(throws: FormDataError.tooManyMarksInName) { try FormData(urlencoded: Array("x=1&\(name)=1".utf8)) }
        #expect(throws: FormDataError.tooManyMarksInName) {
            try FormData(urlencoded: Array((PercentEncoding.segment(name) + "=1").utf8))
        }
        func multipart(name: String = "f", filename: String = "f.txt", content: String = "") throws -> FormData {
            var reader = FormDataReader(encoding: .multipart(boundary: Array("b".utf8)), sink: MemorySink())
            let head = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\""
            try reader.push(Array("--b\r\n\(head)\r\n\r\n\(content)\r\n--b--\r\n".utf8))
            return try reader.finish()
        }
        #expect(throws: FormDataError.tooManyMarksInName) { try multipart(name: name) }
        #expect(throws: FormDataError.tooManyMarksInName) { try multipart(filename: name) }
        #expect(try multipart(content: marks(1_000)).file("f")?.size == 2_000)
        #expect(FormDataError.tooManyMarksInName.kind == .malformed)
    }

    /// Texts of many scripts in the decomposed form, which has the most marks.
    @Test(arguments: [
        ("Vietnamese", "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Nguyễn Thượng"),
        ("Ancient Greek", "ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν, ᾧ ᾂ ᾗ ὗ"),
        ("Church Slavonic", "Въ нача́лѣ бѣ̀ сло́во, и҆ сло́во бѣ̀ къ бг҃ꙋ, и҆ бг҃ъ бѣ̀ сло́во. ⷠ҇"),
        ("Biblical Hebrew", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃ יְר֣וּשָׁלִַ֔ם"),
        ("Quranic Arabic", "بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَـٰلَمِينَ"),
        ("Syriac", "ܐܰܒ݂ܽܘܢ ܕ݁ܒ݂ܰܫܡܰܝܳܐ ܢܶܬ݂ܩܰܕ݁ܰܫ ܫܡܳܟ݂"),
        ("Devanagari", "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है। क़ ख़ ड़ अ॒ग्निमी॑ळे पु॒रोहि॑तं"),
        ("Bengali", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। ো ৌ ড়"),
        ("Gurmukhi", "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ"),
        ("Tamil", "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; கொ கோ கௌ"),
        ("Malayalam", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്‌"),
        ("Kannada", "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಹುಟ್ಟಿದ್ದಾರೆ. ಕೋ ಕೀ ಕೇ"),
        ("Sinhala", "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. කෝ කෞ"),
        ("Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ที่นี้ น้ำ"),
        ("Lao", "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບ ນ້ຳ"),
        ("Tibetan", "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང་། ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ། ཀླཱིཾ ཧྲཱྀཿ རྩེ་ལཱུཾ"),
        ("Burmese", "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။"),
        ("Khmer", "មនុស្សទាំងអស់ កើតមកមានសេរីភាព និងសមភាព ក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ។"),
        ("Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."),
        ("Japanese", "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。ガギグゲゴパピプペポ"),
        ("Balinese", "ᬲᬓᬮᭀ᭄ ᬫᬦᬸᬱ ᬧᬶᬦᬓ ᬫᭃ ᬓᬻ ᬬᬦ᭄"),
        ("Yoruba", "Gbogbo ènìyàn ni a bí ní òmìnira; iyì àti ẹ̀tọ́ kọ̀ọ̀kan sì dọ́gba. Ọ̀rọ̀ ṣẹ́ǹkẹ́"),
        ("Phonetic notation", "[ˈt͡ʃɛ̃̀ɾ̥ɔ̝̃̂ʊ̯̃ n̪̥͡m̥ a̤̰̽̈́͡i̤̰̽̈́ ẽ̞̂ɪ̯̃]"),
    ]) func `Texts of all scripts are accepted, decomposed`(script: String, text: String) {
        var decomposed = String.UnicodeScalarView()
        decomposed.append(contentsOf: text._nfd)
        #expect(CombiningMarks.areFew(in: String(decomposed)), "\(script)")
        #expect(CombiningMarks.areFew(in: text), "\(script)")
    }

    @Test func `A received text is the same only if its bytes are`() {
        #expect(ReceivedText("é") == ReceivedText("é"))
        #expect(ReceivedText("é") != ReceivedText("e\u{301}"))
        #expect(Set([ReceivedText("é"), ReceivedText("e\u{301}"), ReceivedText("é")]).count == 2)
    }

    @Test func `An uploaded file can be read as a text, or says why it cannot`() throws {
        let folder = TemporaryFolder()
        func text(_ bytes: [UInt8], upTo limit: Int = 1_000) throws -> String {
            let path = "\(folder.path)/file"
            try Data(bytes).write(to: URL(filePath: path))
            return try UploadedFile(filename: "a", contentType: "text/csv", size: bytes.count, path: path).text(
                upTo: limit
            )
        }
        #expect(try text(Array("Café\n".utf8)) == "Café\n")
        #expect(try text([]) == "")
        #expect(throws: UploadedTextError.tooLong(4)) { try text(Array("Café".utf8), upTo: 4) }
        #expect(throws: UploadedTextError.notUTF8) { try text([0xFF]) }
        #expect(throws: UploadedTextError.tooManyMarks) { try text(Array(("a" + marks(31)).utf8)) }
        let missing = UploadedFile(filename: "a", contentType: "text/csv", size: 1, path: "\(folder.path)/none")
        #expect(throws: UploadedTextError.unreadable) { try missing.text() }
        let empty = UploadedFile(filename: "", contentType: "text/csv", size: 0, path: "")
        #expect(try empty.text() == "")
    }
}
