// What the visitor has entered and the program does not accept.

// The fields that this script has marked as invalid.
const invalid = new Set();

// Shows exactly these problems: `[form or null, field or null, sentence]` each.
function showAllProblems(problems) {
    for (const field of invalid) field.removeAttribute("aria-invalid");
    invalid.clear();
    // The page may have been loaded with the list.
    page.querySelector(".problems[data-elmwood]")?.remove();
    const sentences = new Set();
    for (const [form, name, sentence] of problems) {
        // A sentence that the page contains is not shown again.
        if (!page.body.textContent.includes(sentence)) sentences.add(sentence);
        for (const field of allFields()) {
            // Lone fields belong to the form without a name.
            const isNamed = (field.name ?? field.getAttribute("name")) == name;
            if (isNamed && field.type != "hidden" && formOf(field)?.getAttribute("data-form") === form) {
                if (!field.hasAttribute("aria-invalid")) invalid.add(field);
                field.setAttribute("aria-invalid", true);
            }
        }
    }
    const items = [...sentences].map((sentence) => ["li", sentence]);
    if (items[0]) topmost().prepend(make(["div", { "data-elmwood": 1, role: "alert", class: "problems" }, ["ul", ...items]], root));
}
