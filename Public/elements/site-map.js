// A map that draws itself: hills by their heights, and a pin that the visitor moves. Its children are its own (`.opaque`).
//
// `x` and `y` are the pin's place in percent. It dispatches `map-pick` with `{ x, y }`, and listens to `map-flash`, which shows the pin for a moment.

const svg = "http://www.w3.org/2000/svg";
const hills = [[22, 30, 17], [68, 24, 13], [55, 66, 21], [15, 78, 10], [86, 74, 12]];

class SiteMap extends HTMLElement {
    static observedAttributes = ["x", "y"];
    #pin;

    connectedCallback() {
        if (this.#pin) return;
        const map = make("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
        for (const [cx, cy, r] of hills) {
            for (let part = 1; part <= 4; part++) map.append(make("ellipse", { cx, cy, rx: (r * part) / 3, ry: (r * part) / 4 }));
        }
        map.append(make("path", { d: "M0 52 C 20 40, 30 60, 45 48 S 70 50, 100 42" }));
        // A line without length, whose ends are round: its width does not stretch with the map.
        this.#pin = make("line", { class: "pin" });
        map.append(this.#pin);
        this.replaceChildren(map);
        this.addEventListener("click", (event) => this.#pick(event));
        this.addEventListener("map-flash", ({ detail }) => this.#flash(detail?.times ?? 1));
        this.attributeChangedCallback();
    }

    attributeChangedCallback() {
        for (const name of ["x", "y"]) {
            for (const end of [1, 2]) this.#pin?.setAttribute(name + end, this.getAttribute(name) ?? 50);
        }
    }

    #pick({ clientX, clientY }) {
        const box = this.getBoundingClientRect();
        const percent = (offset, size) => Math.round(Math.min(Math.max(offset / size, 0), 1) * 100);
        const detail = { x: percent(clientX - box.left, box.width), y: percent(clientY - box.top, box.height) };
        this.dispatchEvent(new CustomEvent("map-pick", { detail, bubbles: true }));
    }

    #flash(iterations) {
        this.dataset.flashed = Number(this.dataset.flashed ?? 0) + iterations;
        this.#pin.animate({ opacity: [1, 0, 1] }, { duration: 300, iterations });
    }
}

function make(name, attributes) {
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
}

customElements.define("site-map", SiteMap);
