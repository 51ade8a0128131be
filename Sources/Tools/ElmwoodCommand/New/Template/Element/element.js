// The element `x-example`: shows its attribute `value`, and dispatches `x-example-change` with `{ value }` when the visitor changes that.
//
// Its children in the view are for visitors without script. Here the shadow root is shown in their place.

class XExample extends HTMLElement {
    static observedAttributes = ["value"];

    connectedCallback() {
        if (this.shadowRoot) return;
        const button = document.createElement("button");
        button.type = "button";
        button.addEventListener("click", () => this.#change());
        this.attachShadow({ mode: "open", delegatesFocus: true }).append(button);
        this.attributeChangedCallback();
    }

    // Called when a patch has changed an attribute, too.
    attributeChangedCallback() {
        const button = this.shadowRoot?.querySelector("button");
        if (button) button.textContent = `Value: ${this.getAttribute("value")}`;
    }

    // The program decides what becomes of it: the new value comes as the attribute.
    #change() {
        const detail = { value: (Number(this.getAttribute("value")) + 1) % 101 };
        this.dispatchEvent(new CustomEvent("x-example-change", { detail }));
    }
}

customElements.define("x-example", XExample);
