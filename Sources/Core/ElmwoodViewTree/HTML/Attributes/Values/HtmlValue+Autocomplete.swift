// What a browser may fill in automatically.

extension HtmlValue {
    /// What the browser may fill in automatically (HTML Standard §4.10.18.7). Several tokens, such as a section, are given as text.
    public enum Autocomplete: String, CaseIterable, Sendable {
        /// `on`.
        case on
        /// `off`.
        case off
        /// `name`.
        case name
        /// `honorific-prefix`.
        case honorificPrefix = "honorific-prefix"
        /// `given-name`.
        case givenName = "given-name"
        /// `additional-name`.
        case additionalName = "additional-name"
        /// `family-name`.
        case familyName = "family-name"
        /// `honorific-suffix`.
        case honorificSuffix = "honorific-suffix"
        /// `nickname`.
        case nickname
        /// `username`.
        case username
        /// `new-password`.
        case newPassword = "new-password"
        /// `current-password`.
        case currentPassword = "current-password"
        /// `one-time-code`.
        case oneTimeCode = "one-time-code"
        /// `organization-title`.
        case organizationTitle = "organization-title"
        /// `organization`.
        case organization
        /// `street-address`.
        case streetAddress = "street-address"
        /// `address-line1`.
        case addressLine1 = "address-line1"
        /// `address-line2`.
        case addressLine2 = "address-line2"
        /// `address-line3`.
        case addressLine3 = "address-line3"
        /// `address-level4`.
        case addressLevel4 = "address-level4"
        /// `address-level3`.
        case addressLevel3 = "address-level3"
        /// `address-level2`.
        case addressLevel2 = "address-level2"
        /// `address-level1`.
        case addressLevel1 = "address-level1"
        /// `country`.
        case country
        /// `country-name`.
        case countryName = "country-name"
        /// `postal-code`.
        case postalCode = "postal-code"
        /// `cc-name`.
        case ccName = "cc-name"
        /// `cc-given-name`.
        case ccGivenName = "cc-given-name"
        /// `cc-additional-name`.
        case ccAdditionalName = "cc-additional-name"
        /// `cc-family-name`.
        case ccFamilyName = "cc-family-name"
        /// `cc-number`.
        case ccNumber = "cc-number"
        /// `cc-exp`.
        case ccExp = "cc-exp"
        /// `cc-exp-month`.
        case ccExpMonth = "cc-exp-month"
        /// `cc-exp-year`.
        case ccExpYear = "cc-exp-year"
        /// `cc-csc`.
        case ccCsc = "cc-csc"
        /// `cc-type`.
        case ccType = "cc-type"
        /// `transaction-currency`.
        case transactionCurrency = "transaction-currency"
        /// `transaction-amount`.
        case transactionAmount = "transaction-amount"
        /// `language`.
        case language
        /// `bday`.
        case bday
        /// `bday-day`.
        case bdayDay = "bday-day"
        /// `bday-month`.
        case bdayMonth = "bday-month"
        /// `bday-year`.
        case bdayYear = "bday-year"
        /// `sex`.
        case sex
        /// `url`.
        case url
        /// `photo`.
        case photo
        /// `tel`.
        case tel
        /// `tel-country-code`.
        case telCountryCode = "tel-country-code"
        /// `tel-national`.
        case telNational = "tel-national"
        /// `tel-area-code`.
        case telAreaCode = "tel-area-code"
        /// `tel-local`.
        case telLocal = "tel-local"
        /// `tel-local-prefix`.
        case telLocalPrefix = "tel-local-prefix"
        /// `tel-local-suffix`.
        case telLocalSuffix = "tel-local-suffix"
        /// `tel-extension`.
        case telExtension = "tel-extension"
        /// `email`.
        case email
        /// `impp`.
        case impp
        /// `webauthn`.
        case webauthn
    }
}
