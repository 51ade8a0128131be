// Buttons above a `textarea`, which mark its text as Markdown. The `textarea` is the page's: without script it is there alone.

const marks = [["B", "Bold", "**"], ["I", "Italic", "_"], ["‹›", "Code", "`"]];

const style = new CSSStyleSheet();
style.replaceSync(`
    :host { display: block }
    div { display: flex; gap: .25rem; margin-block: .25rem }
    button {
        font: inherit; color: inherit; min-width: 2.75rem; min-height: 2.75rem; border: 1px solid var(--edge, currentColor); border-radius: .5rem;
        background: var(--paper, transparent); cursor: pointer
    }
    button:hover { border-color: currentColor }
`);

class TextEditor extends HTMLElement {
    connectedCallback() {
        if (this.shadowRoot) return;
        const root = this.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [style];
        const bar = document.createElement("div");
        bar.setAttribute("role", "toolbar");
        for (const [text, label, mark] of marks) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = text;
            button.setAttribute("aria-label", label);
            button.addEventListener("click", () => this.#mark(mark));
            bar.append(button);
        }
        root.append(bar, document.createElement("slot"));
    }

    // Marks what is selected, as if the visitor had typed it.
    #mark(mark) {
        const area = this.querySelector("textarea");
        if (!area) return;
        const { selectionStart: start, selectionEnd: end } = area;
        area.setRangeText(mark + area.value.slice(start, end) + mark, start, end, "end");
        area.dispatchEvent(new Event("input", { bubbles: true }));
        area.focus();
    }
}

customElements.define("text-editor", TextEditor);
