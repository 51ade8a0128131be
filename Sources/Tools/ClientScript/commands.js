// The commands of the program to the page.
const commands = {
    focus: (id) => giveFocus(find(id)),
    blur: () => page.activeElement?.blur(),
    scroll: (id) => find(id)?.scrollIntoView({ block: "nearest" }),
    showModal: (id) => {
        const dialog = find(id);
        dialog.showModal();
        dialog[seenOpen] = true;
    },
    close: (id) => closeDialog(find(id)),
    copy: (text) => navigator.clipboard?.writeText(text),
    download: (href, download) => make(["a", { href, download }], root).click(),
    push: (url) => enter("pushState", url),
    replace: (url) => enter("replaceState", url),
    leave: (url) => leave(url),
    dispatch: async (id, type, detail) => {
        const element = find(id);
        // Its script may still be on its way.
        if (element?.hasAttribute("data-module") && !customElements.get(element.localName)) await customElements.whenDefined(element.localName);
        element?.dispatchEvent(new CustomEvent(type, { detail: detail && JSON.parse(detail) }));
    }
};
