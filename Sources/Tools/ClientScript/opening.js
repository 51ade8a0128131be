// What older browsers lack of HTML's own that opens and closes: popovers (HTML Standard §6.12), and `details` of one name, of which one is open
// (§4.11.1).

const isOpenPopover = "data-elmwood-open";

// Opens or closes a popover. Only the page's other popovers that close by themselves give way to one that opens.
function togglePopover(element, isOpen) {
    if (element.hasAttribute(isOpenPopover) == isOpen) return;
    const [oldState, newState] = isOpen ? ["closed", "open"] : ["open", "closed"];
    const dispatch = (type, cancelable) => element.dispatchEvent(Object.assign(new Event(type, { cancelable }), { oldState, newState }));
    if (!dispatch("beforetoggle", isOpen)) return;
    if (isOpen && closesItself(element)) closePopovers(element);
    element.toggleAttribute(isOpenPopover, isOpen);
    setTimeout(dispatch, 0, "toggle");
}

const closesItself = (element) => element.getAttribute("popover") != "manual";

// Closes the popovers that close by themselves, but for those around a node.
function closePopovers(node, except) {
    for (const element of page.querySelectorAll(`[${isOpenPopover}]`)) {
        if (closesItself(element) && element != except && !element.contains(node)) togglePopover(element, false);
    }
}

// A click opens or closes the popover of its button, and closes those beside it.
function takePopoverClick({ target, defaultPrevented }) {
    const button = closest(target, "button[popovertarget],button[commandfor]");
    const element = button && find(button.getAttribute("popovertarget") ?? button.getAttribute("commandfor"));
    closePopovers(target, element);
    if (!element || defaultPrevented || !button.hasAttribute("popovertarget") || !element.hasAttribute("popover")) return;
    // It sends its form instead.
    if (button.form && button.type == "submit") return;
    const action = button.getAttribute("popovertargetaction")?.toLowerCase();
    togglePopover(element, action == "show" || (action != "hide" && !element.hasAttribute(isOpenPopover)));
}

if (lacking.includes("button[popovertarget]")) {
    const style = new CSSStyleSheet();
    // In a layer, which any rule of the page's own comes before.
    style.replaceSync(`@layer { [popover] { position: fixed; z-index: 2147483647; inset: 0; width: fit-content; height: fit-content; margin: auto;
        border: solid; padding: .25em; overflow: auto; color: CanvasText; background: Canvas }
        [popover]:not([${isOpenPopover}]) { display: none } [${isOpenPopover}] { display: block } }`);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, style];
    Object.assign(HTMLElement.prototype, {
        showPopover() { togglePopover(this, true); },
        hidePopover() { togglePopover(this, false); },
        togglePopover() { togglePopover(this, !this.hasAttribute(isOpenPopover)); }
    });
    addEventListener("click", takePopoverClick);
    addEventListener("keydown", ({ key }) => key == "Escape" && closePopovers());
}

if (lacking.includes("details[name]")) {
    addEventListener("toggle", ({ target }) => {
        const name = target.localName == "details" && target.open && target.getAttribute("name");
        if (!name) return;
        for (const other of page.querySelectorAll("details[open]")) {
            if (other != target && other.getAttribute("name") == name) other.open = false;
        }
    }, true);
}
