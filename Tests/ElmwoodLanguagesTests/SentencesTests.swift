import ElmwoodLanguages
import Testing

/// Elmwood's own sentences in each of its languages.
@Suite struct SentencesTests {
    /// Each sentence once. The compiler cannot list the cases of an enumeration with values, but finds those that a language lacks.
    static let all: [Sentence] =
        [
            .fillIn, .tickBox, .chooseOne, .chooseColor, .chooseFile, .chooseOneFile, .chooseFileOfType([".png"]),
            .chooseSmallerFile(megabytes: "1.5"), .chooseFewerFiles(limit: 3), .chooseFileAgain,
            .noRoomForFile, .waitsForFiles,
            .enterWholeAddress, .enterAddress, .enterEmail, .tooLong(limit: 5, length: 8),
            .tooShort(least: 3, length: 2),
            .matchFormat, .tooManyMarks(limit: 30), .fieldHasTooManyMarks("a", limit: 30), .tooLongToCheck,
            .enterNumber, .enterWholeNumber, .numberAtLeast("0.5"), .numberAtMost("9"),
            .multipleOf("2"), .inStepsOf("2"), .numberTooSmall, .numberTooLarge, .enterDate(.date, example: nil),
            .enterDate(.date, example: "2026-11-21"), .enterDate(.month, example: "2026-11"),
            .enterDate(.week, example: "2026-W47"), .enterDate(.time, example: "13:45"),
            .enterDate(.dateTime, example: "2026-11-21T13:45"), .timeBetween("22:00", "06:00"), .dateFrom("2026-11-21"),
            .dateUntil("2026-11-21"), .dateInSteps(.week), .timeZoneMissing, .oneValueOnly, .textNotFile, .fieldMissing,
            .tooFewValues,
            .nestedTooDeeply, .valueNotAllowed, .changedMeanwhile,
        ] + [
            .messageNotOffered("a"), .noForm("a"), .severalForms("a"), .notOneForm("a"), .formNotUsable("a"),
            .noField("a"),
            .noFieldInForm("a"), .fieldLocked("a"), .valueNotOffered("a"), .severalButtons, .severalChoices,
            .textExpected("a"), .fileExpected("a"), .otherRows("a", count: 3, posted: 2), .noMessage,
            .noFieldEvent("a"),
            .noPageEvent("a"), .unknownPageEvent, .tooManyFields(limit: 2), .tooManyMessages(limit: 2),
            .tooManyEvents(limit: 2), .nameTooNested(limit: 2), .formNameIsFile, .messageIsFile, .badMarks, .badEvent,
            .badEventNumbers, .eventNeedsControl, .unknownEvent("a"), .badPageName, .containsNUL,
        ] + [
            .crossSite, .unknownHost, .notFound, .methods("GET"), .malformedRequest, .receivedTooLate, .contentTooLarge,
            .addressTooLong, .headersTooLarge, .cannotMeet, .postTypes, .tooMuchAtOnce, .serverFailed,
            .tooMuchToDo,
            .lateReads, .programFailed, .tooMuchWaiting, .tooManyVisits, .noRoom, .pageTooLarge, .storageShare,
            .sessionOver,
            .notStored,
            .earlierMoment, .perhapsDone, .signInAgain, .yes, .cancel, .copied, .copyByHand, .notAccepted,
            .moveRow("Milk"), .moveRowUp, .moveRowDown, .moveRowTo("Done"), .rowNotMoved("Milk"), .previousPage,
            .nextPage,
            .rowMoved("Milk", place: "2", count: "5", list: "Done"),
            .refusedBefore, .messagesWait(limit: 2),
            .noRoomFor("Room"),
            .mentionRequest("7"),
            .offers, .toFirstPage, .showPageAgain, .toHistory, .leaving, .continueTo("https://example.org"),
        ]
        + [
            400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 413, 414, 415, 416, 417, 421, 422, 429, 431, 500,
            501, 502,
            503, 504, 505, 507,
        ]
        .map { .status($0) }

    @Test(arguments: all)
    func `A sentence has a text in each language, and another one in German than in English`(sentence: Sentence) {
        let english = Sentences.english[sentence]
        let german = Sentences.german[sentence]
        #expect(!english.isEmpty)
        #expect(!german.isEmpty)
        #expect(english != german)
    }

    @Test func `No two sentences of a language are confused`() {
        for sentences in [Sentences.english, Sentences.german] {
            #expect(Set(Self.all.map { sentences[$0] }).count == Self.all.count)
        }
    }

    @Test func `A sentence names what it is about`() {
        for sentences in [Sentences.english, Sentences.german] {
            #expect(sentences[.tooLong(limit: 12, length: 34)].contains("12"))
            #expect(sentences[.tooLong(limit: 12, length: 34)].contains("34"))
            #expect(sentences[.noField("colour")].contains("colour"))
            #expect(sentences[.numberAtLeast("0.5")].contains("0.5"))
            #expect(sentences[.dateFrom("2026-11-21")].contains("2026-11-21"))
            #expect(sentences[.mentionRequest("c0ffee")].contains("c0ffee"))
        }
    }

    @Test func `Numbers take the singular and the plural`() {
        #expect(Sentences.english[.tooLong(limit: 1, length: 2)] == "Please use at most 1 character; there are 2.")
        #expect(Sentences.english[.tooShort(least: 3, length: 1)] == "Please use at least 3 characters; there is 1.")
        #expect(
            Sentences.german[.tooShort(least: 3, length: 1)] == "Bitte verwenden Sie mindestens 3 Zeichen; es ist 1."
        )
        #expect(Sentences.english[.tooManyFields(limit: 1)] == "A post may have at most 1 field.")
        #expect(Sentences.german[.tooManyFields(limit: 1)] == "Eine Eingabe darf höchstens 1 Feld enthalten.")
        #expect(Sentences.german[.tooManyFields(limit: 2)] == "Eine Eingabe darf höchstens 2 Felder enthalten.")
    }

    @Test func `A language of an app's own can fall back to another one`() {
        let french = Sentences { sentence in
            switch sentence {
            case .fillIn: "Veuillez remplir ce champ."
            default: Sentences.english[sentence]
            }
        }
        var catalogue = Sentences.catalogue
        catalogue.add("fr", french)
        #expect(catalogue["fr-CA"][.fillIn] == "Veuillez remplir ce champ.")
        #expect(catalogue["fr-CA"][.tickBox] == "Please tick this box.")
        #expect(catalogue.languages == ["en", "de", "fr"])
    }
}
