/// Invented villages: every beginning with every ending, 4,096 names.
enum Places {
    /// The names, in alphabetical order.
    static let names = beginnings.flatMap { beginning in endings.map { beginning + $0 } }.sorted()

    private static let beginnings = words(
        """
        Alder Apple Ash Badger Barley Beech Birch Black Blue Bramble Bridge Bright Broad Brook Brown Cherry
        Clear Clover Cold Copper Crane Crow Deer Eagle East Elm Fair Falcon Fern Fox Glen Gold Goose Green
        Hare Hawk Hazel Heather High Holly Honey Iron Ivy Kestrel Lark Lime Linden Long Maple Marsh Mill Moss
        North Oak Otter Pine Raven Red Rowan Silver South Thorn West Willow
        """
    )

    private static let endings = words(
        """
        bank beck bend bourne bridge brook burn bury by chapel cliff combe corner cote court cove
        cross croft dale dean den down end fell field ford gate glade grange green grove hall
        ham haven heath hill hold holm hurst keep land lea ley march mead mere mill moor
        mouth nook pool port ridge shaw stead stone thorpe ton vale view ward wick wood worth
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
