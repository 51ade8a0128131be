extension Formats {
    /// How American English writes them.
    public static let english = Formats(
        decimalSeparator: ".",
        groupSeparator: ",",
        percentPattern: "0%",
        moneyPattern: "¤0",
        currencySigns: [
            "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "ILS": "₪", "INR": "₹",
            "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "USD": "$", "VND": "₫",
        ],
        monthNames: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        shortMonthNames: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ],
        weekdayNames: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        shortWeekdayNames: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        shortDate: "M/d/y",
        longDate: "MMMM d, y",
        fullDate: "EEEE, MMMM d, y",
        timePattern: "h:mm\u{202F}a",
        timeWithSeconds: "h:mm:ss\u{202F}a",
        firstWeekday: .sunday,
        listEnd: ", and ",
        listPair: " and "
    )

    /// How British English writes them.
    public static let britishEnglish: Formats = {
        var formats = english
        formats.currencySigns["USD"] = "US$"
        formats.currencySigns["JPY"] = "JP¥"
        formats.shortMonthNames[8] = "Sept"
        formats.shortDate = "dd/MM/y"
        formats.longDate = "d MMMM y"
        formats.fullDate = "EEEE d MMMM y"
        formats.timePattern = "HH:mm"
        formats.timeWithSeconds = "HH:mm:ss"
        formats.firstWeekday = .monday
        formats.listEnd = " and "
        return formats
    }()
}
