// The roles of WAI-ARIA.

extension HtmlValue {
    /// The role of an element for assistive technology (WAI-ARIA 1.2 and 1.3).
    public enum Role: String, CaseIterable, Sendable {
        /// Landmarks: the regions of a page.
        case banner, complementary, contentinfo, form, main, navigation, region, search
        /// Live regions, whose changes are read out.
        case alert, log, marquee, status, timer
        /// Windows, which are above the page.
        case alertdialog, dialog
        /// Controls of one value or action.
        case button, checkbox, link, meter, progressbar, radio, scrollbar, searchbox, separator, slider, spinbutton,
            `switch`, textbox
        /// Controls of several parts.
        case combobox, grid, listbox, menu, menubar, radiogroup, tablist, toolbar, tree, treegrid
        /// Parts of such controls.
        case gridcell, menuitem, menuitemcheckbox, menuitemradio, option, tab, tabpanel, treeitem
        /// Tables and their parts.
        case caption, cell, columnheader, row, rowgroup, rowheader, table
        /// Parts of a document.
        case application, article, blockquote, definition, directory, document, feed, figure, group, heading, img
        /// Lists, texts, and what explains them.
        case list, listitem, math, note, paragraph, term, tooltip
        /// Marked text.
        case code, comment, deletion, emphasis, insertion, mark, strong, `subscript`, suggestion, superscript, time
        /// No role of its own.
        case generic, none, presentation
    }
}
