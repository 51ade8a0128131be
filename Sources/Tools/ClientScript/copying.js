// Buttons that copy a text: `data-copies`.

// Copies in the click itself, as some browsers demand it.
async function takeCopying(event) {
    const button = closest(event.target, "button[data-copies]");
    if (!button) return;
    // One without a message would send its form.
    if (button.getAttribute("form") != "elmwood") event.preventDefault();
    const text = button.getAttribute("data-copies");
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    const [ok, , copied, byHand] = await wordsOfPage();
    if (isCopied) {
        say(copied);
        button.classList.add("elmwood-copied");
        setTimeout(() => button.classList.remove("elmwood-copied"), 2_000);
    } else {
        const closed = openDialog([byHand, ["textarea", { readonly: 1, "aria-labelledby": "elmwood-question" }, text]], [["", ok]]);
        page.querySelector(".elmwood-dialog textarea").select();
        await closed;
    }
}

addEventListener("click", takeCopying, true);
