/// The measurement of a page's contrast, in a browser, with the style sheets (WCAG 2.2, criteria 1.4.3 and 1.4.11).
///
/// The colors behind a text are those of the elements around it. What lies over something else by its position, and what is on a
/// picture or a gradient, is not measured. Disabled controls and their labels are exempt.
package enum ContrastScript {
    /// The body of a function that returns the weak contrasts as JSON: a list of ``Weakness``.
    package static let json = measure + "return JSON.stringify(weak)"

    /// The body of a function that returns the weak contrasts as lines; empty if there are none.
    package static let lines =
        measure
        + #"return weak.map((it) => `${it.part} of ${it.html}: ${it.color} on ${it.behind} is ${it.ratio}`).join("\n")"#

    /// A contrast that is too weak.
    package struct Weakness: Codable, Equatable, Sendable {
        /// `text`, `value`, `placeholder` or `border`.
        package var part: String
        /// The element's path, for `PageTree.node(at:)` of the kit; nil if Elmwood has added it to the page.
        package var path: [Int]?
        /// The beginning of the element as HTML.
        package var html: String
        package var color: String
        package var behind: String
        package var ratio: Double
        /// The ratio that is needed.
        package var minimum: Double
    }

    /// Fills the list `weak`.
    private static let measure = """
        // What is in transition has not the colors that it is going to have.
        getComputedStyle(document.documentElement).color;
        for (const animation of document.getAnimations?.() ?? []) {
            if (window.CSSTransition && animation instanceof CSSTransition) animation.finish();
        }
        const context = document.createElement("canvas").getContext("2d");
        const known = new Map();
        // Red, green and blue up to 255, and alpha up to 1, of a color in any notation.
        const parts = (color) => {
            if (known.has(color)) return known.get(color);
            let found;
            if (/^rgba?\\(/.test(color)) {
                const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
                found = [red, green, blue, alpha];
            } else {
                context.clearRect(0, 0, 1, 1);
                context.fillStyle = "transparent";
                context.fillStyle = color;
                context.fillRect(0, 0, 1, 1);
                const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
                found = [red, green, blue, alpha / 255];
            }
            known.set(color, found);
            return found;
        };
        const over = ([red, green, blue, alpha], [r, g, b, a]) => {
            const sum = alpha + a * (1 - alpha);
            const mix = (front, back) => (sum ? (front * alpha + back * a * (1 - alpha)) / sum : 0);
            return [mix(red, r), mix(green, g), mix(blue, b), sum];
        };
        const fade = ([red, green, blue, alpha], opacity) => [red, green, blue, alpha * opacity];
        const schemes = [
            getComputedStyle(document.documentElement).colorScheme,
            document.querySelector("meta[name=color-scheme]")?.content ?? "",
        ].join(" ");
        const isDark = schemes.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
        const canvas = isDark ? [18, 18, 18, 1] : [255, 255, 255, 1];
        // The colors as they are seen, of something on an element and of what is behind it; null on a picture.
        const seen = (color, element) => {
            let front = parts(color);
            let back = [0, 0, 0, 0];
            for (let around = element; around; around = around.parentElement) {
                const style = getComputedStyle(around);
                if (style.backgroundImage != "none" && back[3] < 1) return null;
                const own = parts(style.backgroundColor);
                const opacity = Number(style.opacity);
                front = fade(over(front, own), opacity);
                back = fade(over(back, own), opacity);
            }
            return [over(front, canvas), over(back, canvas)];
        };
        const luminance = (color) => color.slice(0, 3)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
        const contrast = (color, other) => {
            const [high, low] = [luminance(color), luminance(other)].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05);
        };
        const hex = (color) =>
            "#" + color.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
        const pathOf = (node) => {
            const places = [];
            for (; node.parentElement; node = node.parentElement) {
                if (node.hasAttribute("data-elmwood")) return null;
                const own = [...node.parentElement.children].filter((child) => !child.hasAttribute("data-elmwood"));
                places.unshift(own.indexOf(node));
            }
            return places;
        };
        const weak = [];
        const check = (minimum, element, part, color, on) => {
            const colors = on && seen(color, on);
            if (!colors) return;
            const ratio = contrast(...colors);
            if (ratio >= minimum) return;
            const html = element.outerHTML.slice(0, 300);
            weak.push({
                part, path: pathOf(element), html, color: hex(colors[0]), behind: hex(colors[1]), ratio, minimum,
            });
        };
        // Large text needs less: 24 px, or 18.66 px if it is bold.
        const needed = ({ fontSize, fontWeight }) => {
            const size = parseFloat(fontSize);
            return size >= 24 || size >= 18.66 && Number(fontWeight) >= 700 ? 3 : 4.5;
        };
        const isInactive = (element) =>
            element.matches(":disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *")
            || element.closest("label")?.control?.disabled;
        const isSeen = (element) => {
            const box = element.getBoundingClientRect();
            return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
                && box.width > 1 && box.height > 1;
        };
        for (const element of document.body.querySelectorAll("*")) {
            if (!isSeen(element) || isInactive(element)) continue;
            const style = getComputedStyle(element);
            const isField = element.matches(
                "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=color],"
                    + " [type=image])",
            );
            const hasText = [...element.childNodes].some((node) => node.nodeType == 3 && node.data.trim());
            if (hasText && !isField && !element.matches("option")) {
                check(needed(style), element, "text", style.color, element);
            }
            if (isField) {
                check(needed(style), element, "value", style.color, element);
                if (element.placeholder) {
                    const { color } = getComputedStyle(element, "::placeholder");
                    check(needed(style), element, "placeholder", color, element);
                }
                if (!element.matches("select")) {
                    check(3, element, "border", style.borderTopColor, element.parentElement);
                }
            }
            if (element.matches("[type=checkbox]")) {
                check(3, element, "border", getComputedStyle(element, "::before").borderTopColor, element);
            }
        }

        """
}
