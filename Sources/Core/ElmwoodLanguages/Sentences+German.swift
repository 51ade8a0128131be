extension Sentences {
    /// The sentences in German.
    public static let german = Sentences(inGerman)
}

private func inGerman(_ sentence: Sentence) -> String {
    switch sentence {
    case .fillIn: "Bitte füllen Sie dieses Feld aus."
    case .tickBox: "Bitte kreuzen Sie dieses Kästchen an."
    case .chooseOne: "Bitte wählen Sie etwas aus."
    case .chooseColor: "Bitte wählen Sie eine Farbe aus."
    case .chooseFile: "Bitte wählen Sie eine Datei aus."
    case .chooseOneFile: "Bitte wählen Sie nur eine Datei aus."
    case .chooseSmallerFile(let megabytes):
        "Bitte wählen Sie eine Datei von höchstens \(megabytes.replacing(".", with: ",")) MB aus."
    case .chooseFewerFiles(let limit): "Bitte wählen Sie höchstens \(limit) Dateien aus."
    case .chooseFileAgain: "Bitte wählen Sie die Datei noch einmal aus."
    case .noRoomForFile: "Für diese Datei ist zurzeit kein Platz."
    case .waitsForFiles: "Dies wird gesendet, sobald die Dateien angekommen sind."
    case .chooseFileOfType(let types):
        "Bitte wählen Sie eine Datei dieser Art aus: \(types.joined(separator: ", "))."
    case .enterWholeAddress: "Bitte geben Sie eine vollständige Adresse ein, zum Beispiel https://example.org."
    case .enterAddress: "Bitte geben Sie eine Adresse ein."
    case .enterEmail: "Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org."
    case .tooLong(let limit, let length): "Bitte verwenden Sie höchstens \(limit) Zeichen; es sind \(length)."
    case .tooShort(let least, let length):
        "Bitte verwenden Sie mindestens \(least) Zeichen; es \(length == 1 ? "ist" : "sind") \(length)."
    case .matchFormat: "Bitte halten Sie sich an das verlangte Format."
    case .tooManyMarks(let limit):
        "Bitte schreiben Sie dies mit weniger kombinierenden Zeichen: Höchstens \(limit) dürfen aufeinander folgen."
    case .tooLongToCheck: "Dieser Text lässt sich nicht prüfen. Bitte kürzen Sie ihn."
    case .enterNumber: "Bitte geben Sie eine Zahl ein."
    case .enterWholeNumber: "Bitte geben Sie eine ganze Zahl ein."
    case .numberAtLeast(let least): "Bitte geben Sie eine Zahl ein, die mindestens \(least) beträgt."
    case .numberAtMost(let most): "Bitte geben Sie eine Zahl ein, die höchstens \(most) beträgt."
    case .multipleOf(let step): "Bitte geben Sie ein Vielfaches von \(step) ein."
    case .inStepsOf(let step): "Bitte geben Sie eine Zahl in Schritten von \(step) ein."
    case .numberTooSmall: "Diese Zahl ist zu klein."
    case .numberTooLarge: "Diese Zahl ist zu groß."
    case .enterDate(let kind, let example):
        "Bitte geben Sie \(name(kind)) ein\(example.map { ", zum Beispiel \($0)" } ?? "")."
    case .timeBetween(let first, let last): "Bitte geben Sie eine Uhrzeit von \(first) bis \(last) ein."
    case .dateFrom(let first): "Bitte geben Sie \(first) oder später ein."
    case .dateUntil(let last): "Bitte geben Sie \(last) oder früher ein."
    case .dateInSteps(let kind): "Bitte geben Sie \(name(kind)) in den erlaubten Schritten ein."
    case .timeZoneMissing: "Diesem Datum fehlt die Zeitzone."
    case .oneValueOnly: "Bitte geben Sie nur einen Wert an."
    case .textNotFile: "Dieses Feld erwartet einen Text, keine Datei."
    case .fieldMissing: "Dieses Feld fehlt."
    case .tooFewValues: "Es sind zu wenige Werte."
    case .nestedTooDeeply: "Dieses Feld ist zu tief verschachtelt."
    case .valueNotAllowed: "Dieser Wert ist hier nicht erlaubt."
    case .changedMeanwhile:
        "Dies wurde geändert, seit Sie begonnen haben. Sehen Sie nach, was jetzt hier steht, und senden Sie es dann erneut, wenn es noch stimmt."

    case .messageNotOffered(let message): "Die Nachricht „\(message)“ wird hier nicht angeboten."
    case .noForm(let name): "Es gibt hier kein Formular namens „\(name)“."
    case .severalForms(let name): "Es gibt hier mehrere Formulare namens „\(name)“."
    case .notOneForm(let name): "Es gibt hier kein Formular namens „\(name)“ oder mehrere davon."
    case .formNotUsable(let name): "Das Formular „\(name)“ kann jetzt nicht verwendet werden."
    case .noField(let name): "Es gibt hier kein Feld namens „\(name)“."
    case .noFieldInForm(let name): "Es gibt in diesem Formular kein Feld namens „\(name)“."
    case .fieldLocked(let name): "Das Feld „\(name)“ kann nicht geändert werden."
    case .valueNotOffered(let name): "Das Feld „\(name)“ bietet diesen Wert nicht an."
    case .severalButtons: "Es kann nur eine Schaltfläche gedrückt worden sein."
    case .severalChoices: "Es kann nur eine der Möglichkeiten ausgewählt werden."
    case .textExpected(let name): "Das Feld „\(name)“ erwartet einen Text, keine Datei."
    case .fileExpected(let name):
        "Das Feld „\(name)“ erwartet eine Datei: Das Formular muss als multipart/form-data gesendet werden."
    case .otherRows(let name, let count, let posted):
        "Es gibt hier \(count) Felder namens „\(name)“, gesendet \(posted == 1 ? "wurde 1" : "wurden \(posted)")."
    case .noMessage: "Dieses Bedienelement erzeugt keine Nachricht."
    case .noFieldEvent(let name): "Das Feld „\(name)“ hat kein solches Ereignis."
    case .noPageEvent(let name): "Das Programm behandelt das Ereignis „\(name)“ der Seite nicht."
    case .unknownPageEvent: "Dieses Ereignis gibt es nicht."

    case .tooManyFields(let limit):
        "Eine Eingabe darf höchstens \(count(limit, "Feld", "Felder")) enthalten."
    case .tooManyMessages(let limit):
        "Eine Eingabe darf höchstens \(count(limit, "Nachricht", "Nachrichten")) enthalten."
    case .tooManyEvents(let limit):
        "Eine Eingabe darf höchstens \(count(limit, "Ereignis", "Ereignisse")) enthalten."
    case .nameTooNested(let limit):
        "Der Name eines Feldes darf höchstens \(count(limit, "Ebene", "Ebenen")) tief verschachtelt sein."
    case .formNameIsFile: "Das Feld „form“ muss den Namen eines Formulars enthalten."
    case .messageIsFile: "Eine Nachricht muss ein Text sein, keine Datei."
    case .badMarks: "Das Feld „rendered“ ist keine Liste von Markierungen."
    case .badEvent:
        "Ein Feld „event“ muss eine Nummer, eine Art, die Anzahl seiner Felder und seinen Gegenstand enthalten."
    case .badEventNumbers: "Die Nummern der Ereignisse müssen aufsteigen."
    case .eventNeedsControl: "Das Ereignis braucht ein Formular und ein Bedienelement, je eines in einer Zeile."
    case .unknownEvent(let kind): "Es gibt kein Ereignis der Art „\(kind)“."
    case .badPageName: "Eine Seite nennt ihren Namen in der Kopfzeile Elmwood-Page, in 22 Zeichen."
    case .fieldHasTooManyMarks(let name, let limit):
        "Das Feld „\(name)“ enthält mehr als \(limit) kombinierende Zeichen, die aufeinander folgen."
    case .containsNUL: "Ein Feld enthält das Zeichen NUL."

    case .crossSite: "Dies wurde von der Seite einer anderen Website gesendet und deshalb nicht ausgeführt."
    case .unknownHost:
        "Diese Website hat keinen solchen Hostnamen. ELMWOOD_ORIGIN oder ELMWOOD_HOSTS muss ihn enthalten."
    case .notFound: "Unter dieser Adresse gibt es nichts."
    case .methods(let methods): "Diese Adresse beantwortet \(methods)."
    case .malformedRequest: "Die Anfrage ist fehlerhaft."
    case .receivedTooLate: "Die Anfrage ist nicht rechtzeitig angekommen. Bitte versuchen Sie es erneut."
    case .contentTooLarge: "Was gesendet wurde, ist zu groß."
    case .addressTooLong: "Die Adresse ist zu lang."
    case .headersTooLarge:
        "Die Kopfzeilen der Anfrage sind zu groß. Vielleicht hilft es, die Cookies dieser Website zu löschen."
    case .cannotMeet: "Der Server kann nicht tun, was die Anfrage verlangt."
    case .postTypes: "Gelesen wird application/x-www-form-urlencoded oder multipart/form-data."
    case .tooMuchAtOnce: "Das war zu viel auf einmal. Bitte warten Sie einen Moment und versuchen Sie es dann erneut."
    case .serverFailed: "Auf dem Server ist etwas schiefgegangen."
    case .tooMuchToDo: "Es ist zu viel zu tun. Bitte versuchen Sie es später erneut."
    case .lateReads:
        "Was diese Seite zeigt, konnte nicht rechtzeitig gelesen werden. Bitte versuchen Sie es später erneut."
    case .programFailed:
        "Hier ist etwas schiefgegangen. Nichts davon wurde übernommen; was Sie vorher hatten, ist noch da."
    case .tooMuchWaiting:
        "In Ihrer Sitzung wartet zu viel. Nichts davon wurde übernommen; bitte versuchen Sie es später erneut."
    case .tooManyVisits:
        "Unter Ihrer Adresse haben zu viele Besuche auf einmal begonnen. Bitte versuchen Sie es später erneut."
    case .noRoom:
        "In Ihrer Sitzung ist kein Platz mehr. Nichts davon wurde übernommen; bitte entfernen Sie zuerst etwas."
    case .pageTooLarge: "Diese Seite wäre zu groß, um sie zu zeigen. Nichts davon wurde übernommen."
    case .storageShare:
        "Sie oder andere unter Ihrer Adresse haben heute viel gespeichert. Bitte versuchen Sie es später erneut."
    case .sessionOver:
        "Ihre Sitzung wurde gerade beendet oder erneuert, deshalb wurde dies nicht übernommen. Bitte laden Sie die Seite neu."
    case .notStored: "Dies konnte nicht gespeichert werden. Bitte versuchen Sie es später erneut."
    case .earlierMoment:
        "Die Seite zeigt einen früheren Stand ihres Verlaufs. Bitte setzen Sie sie zuerst im Verlauf fort."
    case .perhapsDone: "Dies wurde vielleicht schon ausgeführt und deshalb nicht noch einmal."
    case .signInAgain:
        "Sie müssen sich neu anmelden: Öffnen Sie diese Seite in einem anderen Tab. Was Sie hier getan haben, wird danach gesendet."
    case .stillProcessing: "Dies wird noch bearbeitet."
    case .showResult: "Ergebnis anzeigen"
    case .yes: "Ja"
    case .cancel: "Abbrechen"
    case .copied: "Kopiert"
    case .copyByHand: "Der Browser erlaubt dieser Seite das Kopieren nicht. Kopieren Sie den Text hier:"
    case .moveRow(let row): "„\(row)“ verschieben"
    case .moveRowUp: "Nach oben"
    case .moveRowDown: "Nach unten"
    case .moveRowTo(let list): "Nach „\(list)“"
    case .rowMoved(let row, let place, let count, let list):
        "„\(row)“ ist an Stelle \(place) von \(count)\(list.map { " in „\($0)“" } ?? "")."
    case .rowNotMoved(let row): "„\(row)“ wurde nicht verschoben."
    case .previousPage: "Zurück"
    case .nextPage: "Weiter"
    case .notAccepted: "Dies wurde auf dem Weg zum Server nicht angenommen. Nichts davon wurde übernommen."
    case .refusedBefore: "Dies wurde schon vorher abgelehnt."
    case .messagesWait(let limit):
        Language("de").plural(
            limit,
            one: "Es wartet schon mehr als 1 Nachricht. Bitte versuchen Sie es später erneut.",
            other: "Es warten schon mehr als \(limit) Nachrichten. Bitte versuchen Sie es später erneut."
        )
    case .noRoomFor(let program):
        "Für „\(program)“ ist zurzeit kein Platz mehr. Bitte versuchen Sie es später erneut."

    case .status(let status): title(of: status)
    case .mentionRequest(let request): "Wenn Sie dies melden, nennen Sie bitte die Anfrage \(request)."
    case .offers: "Was die Seite anbietet"
    case .toFirstPage: "Zur Startseite"
    case .showPageAgain: "Die Seite erneut anzeigen"
    case .toHistory: "Zum Verlauf"
    case .leaving: "Weiter zu einer anderen Website"
    case .continueTo(let address): "Weiter zu \(address)"
    }
}

private func count(_ number: Int, _ singular: String, _ plural: String) -> String {
    Language("de").plural(number, one: "1 \(singular)", other: "\(number) \(plural)")
}

/// The name in the accusative, with its article.
private func name(_ kind: Sentence.DateKind) -> String {
    switch kind {
    case .date: "ein Datum"
    case .month: "einen Monat"
    case .week: "eine Woche"
    case .time: "eine Uhrzeit"
    case .dateTime: "ein Datum mit Uhrzeit"
    }
}

private func title(of status: Int) -> String {
    switch status {
    case 401: "Anmeldung erforderlich"
    case 402: "Zahlung erforderlich"
    case 403: "Zugriff verweigert"
    case 404: "Nicht gefunden"
    case 405: "Methode nicht erlaubt"
    case 406: "Kein passendes Format"
    case 408: "Zeitüberschreitung der Anfrage"
    case 409: "Konflikt"
    case 410: "Nicht mehr vorhanden"
    case 412: "Bedingung nicht erfüllt"
    case 413: "Inhalt zu groß"
    case 414: "Adresse zu lang"
    case 415: "Medientyp nicht unterstützt"
    case 416: "Bereich nicht vorhanden"
    case 417: "Erwartung nicht erfüllbar"
    case 421: "Falscher Server"
    case 422: "Inhalt nicht verarbeitbar"
    case 429: "Zu viele Anfragen"
    case 431: "Kopfzeilen zu groß"
    case 501: "Nicht unterstützt"
    case 502: "Fehler eines anderen Servers"
    case 503: "Vorübergehend nicht verfügbar"
    case 504: "Zeitüberschreitung eines anderen Servers"
    case 505: "HTTP-Version nicht unterstützt"
    case 507: "Kein Speicherplatz mehr"
    case 500...: "Interner Serverfehler"
    default: "Fehlerhafte Anfrage"
    }
}
