extension Formats {
    /// How German writes them.
    public static let german = Formats(
        decimalSeparator: ",",
        groupSeparator: ".",
        percentPattern: "0\u{A0}%",
        moneyPattern: "0\u{A0}¤",
        currencySigns: [
            "AUD": "AU$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "ILS": "₪", "INR": "₹",
            "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "USD": "$", "VND": "₫",
        ],
        monthNames: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
        shortMonthNames: [
            "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
        ],
        weekdayNames: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
        shortWeekdayNames: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        shortDate: "dd.MM.y",
        longDate: "d. MMMM y",
        fullDate: "EEEE, d. MMMM y",
        timePattern: "HH:mm",
        timeWithSeconds: "HH:mm:ss",
        firstWeekday: .monday,
        listEnd: " und ",
        listPair: " und "
    )
}
