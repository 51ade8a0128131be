// Questions before an act: of a button or a form with `data-confirm`, and of a form with `data-confirm-leaving`.

// The button or form whose question has just been answered by yes.
let confirmed;

// Elmwood's own words, by the language of the page.
const words = {};

// Fetches the words for what this script says. What has not come soon is said in English.
function wordsOfPage() {
    const address = script.src.replace(/.js$/, "-words?") + encodeURIComponent(root.lang);
    return (words[root.lang] ??= fetch(address, { signal: AbortSignal.timeout?.(3_000) })
        .then((answer) => answer.json())
        .catch(() => {
            delete words[root.lang];
            return ["OK", "Cancel", "Copied", "The browser does not allow this page to copy. Copy the text here:", "This is sent as soon as the files have arrived."];
        }));
}

// Shows a modal dialog, and waits until it is closed. Returns the value of the button that has closed it: "" if the visitor has cancelled.
function openDialog(contents, buttons) {
    const content = [["p", { id: "elmwood-question" }, contents[0]], ...contents.slice(1)];
    const form = ["form", { method: "dialog" }, ...content, ["p", ...buttons.map(([value, text]) => ["button", { value }, text])]];
    const attributes = { "data-elmwood": 1, class: "elmwood-dialog", role: "alertdialog", "aria-labelledby": "elmwood-question" };
    const dialog = make(["dialog", attributes, form], root);
    topmost().append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.onclose = () => {
            dialog.remove();
            resolve(dialog.returnValue);
        };
    });
}

// Asks the visitor, and returns whether they agree.
async function ask(question) {
    if (!self.HTMLDialogElement) return confirm(question);
    const [yes, no] = await wordsOfPage();
    // Of several acts meanwhile, the first one is asked about.
    if (page.querySelector(".elmwood-dialog")) return false;
    // The first button has the focus: the one that changes nothing.
    return (await openDialog([question], [["", no], ["yes", yes]])) == "yes";
}

// What an element would do now: a patch may make another row of it while the question is open.
const actOf = (element) => ["data-confirm", "value", "data-on-click", "data-form"].map((name) => element.getAttribute(name)).join("\n");

// Asks before a click or a submit, and lets the act go on when the visitor has agreed.
async function askFirst(event) {
    const { type, target, submitter } = event;
    if (!target.hasAttribute) return;
    // What happens in a question is nothing of the program's.
    if (closest(target, ".elmwood-dialog")) return event.stopPropagation();
    const isClick = type == "click";
    const element = (isClick || type == "submit") && isAlive() && closest(target, isClick ? "button[data-confirm]" : "form[data-confirm]");
    if (!element || element == confirmed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const act = actOf(element);
    const isAgreed = await ask(element.getAttribute("data-confirm"));
    if (!isAgreed || !element.isConnected) return;
    if (actOf(element) == act) confirmed = element;
    replay(isClick, element, submitter);
    confirmed = null;
}

// Whether a form that asks before it is left has something that the visitor has entered and not sent.
const unsaved = () =>
    [...page.querySelectorAll("form[data-confirm-leaving]")].find(
        (form) => !awaitsAnswer(form) && fieldsOf(form).some((field) => field.type != "hidden" && !isAsRendered(field))
    );

// Whether the visitor has agreed to leave, and whether the browser itself sends a form.
let mayLeave, isSending;

// Asks before a link or the history leads away from a form with unsent text, and follows it when the visitor has agreed.
async function askToLeave(event, go) {
    const form = !mayLeave && isAlive() && unsaved();
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const isAgreed = await ask(form.getAttribute("data-confirm-leaving"));
    if (!isAgreed) return;
    mayLeave = true;
    go();
    // By then the browser has left, or the link has led to a file.
    setTimeout(() => (mayLeave = false), 1_000);
}

function takeLeaving(event) {
    const link = closest(event.target, "a[href],area[href]");
    const isElsewhere = link && (link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.shiftKey);
    if (link && !isElsewhere && link.href.split("#")[0] != location.href.split("#")[0]) askToLeave(event, () => link.click());
}

for (const type of ["click", "submit", "keydown", "keyup", "input", "change"]) addEventListener(type, askFirst, true);
addEventListener("click", takeLeaving, true);
browserNavigation?.addEventListener("navigate", (event) => {
    if (event.navigationType == "traverse" && event.cancelable) askToLeave(event, () => browserNavigation.traverseTo(event.destination.key));
});
// What the browser leaves by itself, it asks about in its own words, and it does so only for those who have done something on the page.
function askAsBrowser(event) {
    if (!mayLeave && !isSending && unsaved()) event.preventDefault();
}

// Listens only while something would be lost: browsers do not keep a page that listens for the way back.
let isListening = false;
function watchUnsaved() {
    if (isListening == !!unsaved()) return;
    isListening = !isListening;
    if (isListening) addEventListener("beforeunload", askAsBrowser);
    else removeEventListener("beforeunload", askAsBrowser);
}

// After what a patch or a reset does to the fields.
function watchUnsavedLater() {
    if (page.querySelector("form[data-confirm-leaving]")) setTimeout(watchUnsaved);
}

watchUnsaved();
for (const type of ["input", "change", "reset"]) addEventListener(type, watchUnsavedLater, true);
// A form that the browser itself sends is not left.
addEventListener("submit", () => {
    if (!isAlive()) isSending = true;
    setTimeout(() => (isSending = false), 1_000);
});
if (page.querySelector("[data-confirm],[data-copies],[data-confirm-leaving]")) wordsOfPage();
