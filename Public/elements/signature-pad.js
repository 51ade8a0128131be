// A field of files on which the visitor signs: what is drawn is its file. The field is the page's: without script a picture is chosen.

class SignaturePad extends HTMLElement {
    #canvas;

    connectedCallback() {
        if (this.shadowRoot) return;
        const root = this.attachShadow({ mode: "open" });
        this.#canvas = document.createElement("canvas");
        Object.assign(this.#canvas, { width: 480, height: 160 });
        Object.assign(this.#canvas.style, { width: "100%", touchAction: "none", background: "#fff", border: "1px solid #888", boxSizing: "border-box" });
        this.#canvas.setAttribute("role", "img");
        this.#canvas.setAttribute("aria-label", this.getAttribute("label") ?? "Signature");
        root.append(this.#canvas, document.createElement("slot"));
        this.#canvas.addEventListener("pointerdown", (event) => this.#begin(event));
        this.#canvas.addEventListener("pointermove", (event) => this.#draw(event));
        this.#canvas.addEventListener("pointerup", () => this.#end());
        // A form that is sent or reset has no file any more, and no signature.
        this.closest("form")?.addEventListener("reset", () => this.#clear());
    }

    #place({ clientX, clientY }) {
        const { left, top, width, height } = this.#canvas.getBoundingClientRect();
        return [((clientX - left) * this.#canvas.width) / width, ((clientY - top) * this.#canvas.height) / height];
    }

    #begin(event) {
        this.#canvas.setPointerCapture(event.pointerId);
        const pen = this.#canvas.getContext("2d");
        Object.assign(pen, { lineWidth: 3, lineCap: "round" });
        pen.beginPath();
        pen.moveTo(...this.#place(event));
    }

    #draw(event) {
        if (!event.buttons) return;
        const pen = this.#canvas.getContext("2d");
        pen.lineTo(...this.#place(event));
        pen.stroke();
    }

    #end() {
        this.#canvas.toBlob((blob) => {
            const field = this.querySelector("input[type=file]");
            if (!field || !blob) return;
            const files = new DataTransfer();
            files.items.add(new File([blob], "signature.png", { type: "image/png" }));
            field.files = files.files;
            for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
        });
    }

    #clear() {
        this.#canvas.getContext("2d").clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    }
}

customElements.define("signature-pad", SignaturePad);
