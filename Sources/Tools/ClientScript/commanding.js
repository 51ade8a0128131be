// HTML's own commands of buttons, `commandfor` and `command`, for browsers that lack them (HTML Standard §4.10.6).

// Carries out the command of a button.
function takeCommand(event) {
    const button = closest(event.target, "button[commandfor]");
    const element = button && find(button.getAttribute("commandfor"));
    if (!element || event.defaultPrevented) return;
    // Without a type it would send its form.
    if (!button.hasAttribute("type")) event.preventDefault();
    const isDialog = element.localName == "dialog";
    const command = button.getAttribute("command")?.toLowerCase();
    if (isDialog && command == "show-modal" && !element.open) element.showModal();
    else if (isDialog && command == "close" && element.open) element.close(button.value);
    else if (isDialog && command == "request-close" && element.open) {
        if (element.requestClose) element.requestClose(button.value);
        else if (element.dispatchEvent(new Event("cancel", { cancelable: true }))) element.close(button.value);
    } else if (/^(show|hide|toggle)-popover$/.test(command) && element.hasAttribute("popover")) element[command.split("-")[0] + "Popover"]?.();
}

if (lacking.includes("button[commandfor]")) addEventListener("click", takeCommand);
