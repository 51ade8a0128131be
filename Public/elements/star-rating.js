// A number of stars: a form-associated element, which is a control of the page's form (`.field(.number)`).

const style = new CSSStyleSheet();
style.replaceSync(`
    :host { display: block }
    button {
        font: inherit; font-size: 1.5rem; color: var(--accent, inherit); min-width: 2.75rem; min-height: 2.75rem; padding: 0; border: 0;
        border-radius: .5rem; background: none; cursor: pointer
    }
    button:hover { background: var(--line, #8884) }
`);

class StarRating extends HTMLElement {
    static formAssociated = true;
    static observedAttributes = ["value"];
    #internals = this.attachInternals();
    #value = "";

    connectedCallback() {
        if (this.shadowRoot) return;
        const root = this.attachShadow({ mode: "open", delegatesFocus: true });
        root.adoptedStyleSheets = [style];
        this.#internals.role = "radiogroup";
        for (let count = 1; count <= Number(this.getAttribute("max") ?? 5); count++) {
            const button = document.createElement("button");
            button.type = "button";
            button.setAttribute("role", "radio");
            button.setAttribute("aria-label", String(count));
            button.addEventListener("click", () => this.#choose(String(count)));
            root.append(button);
        }
        this.value = this.getAttribute("value") ?? "";
    }

    attributeChangedCallback(name, before, value) {
        this.value = value ?? "";
    }

    formResetCallback() {
        this.value = this.getAttribute("value") ?? "";
    }

    get form() {
        return this.#internals.form;
    }

    get name() {
        return this.getAttribute("name");
    }

    get value() {
        return this.#value;
    }

    set value(value) {
        this.#value = value;
        this.#internals.setFormValue(value);
        this.shadowRoot?.querySelectorAll("button").forEach((button, index) => {
            button.textContent = index < Number(value) ? "★" : "☆";
            button.setAttribute("aria-checked", index + 1 == Number(value));
        });
    }

    #choose(value) {
        this.value = value;
        for (const name of ["input", "change"]) this.dispatchEvent(new Event(name, { bubbles: true }));
    }
}

customElements.define("star-rating", StarRating);
