extension HtmlValue {
    /// The key of a keyboard event, regardless of modifiers.
    public enum Key: String, CaseIterable, Sendable {
        /// Enter or return.
        case enter
        /// The escape key.
        case escape
        /// The tab key.
        case tab
        /// The space bar.
        case space
        /// The backspace key.
        case backspace
        /// The delete key.
        case delete
        /// The arrow up key.
        case arrowUp
        /// The arrow down key.
        case arrowDown
        /// The arrow left key.
        case arrowLeft
        /// The arrow right key.
        case arrowRight
        /// The home key.
        case home
        /// The end key.
        case end
        /// The page up key.
        case pageUp
        /// The page down key.
        case pageDown

        var eventName: AttributeName {
            switch self {
            case .enter: .onKeyDownEnter
            case .escape: .onKeyDownEscape
            case .tab: .onKeyDownTab
            case .space: .onKeyDownSpace
            case .backspace: .onKeyDownBackspace
            case .delete: .onKeyDownDelete
            case .arrowUp: .onKeyDownArrowUp
            case .arrowDown: .onKeyDownArrowDown
            case .arrowLeft: .onKeyDownArrowLeft
            case .arrowRight: .onKeyDownArrowRight
            case .home: .onKeyDownHome
            case .end: .onKeyDownEnd
            case .pageUp: .onKeyDownPageUp
            case .pageDown: .onKeyDownPageDown
            }
        }
    }
}
