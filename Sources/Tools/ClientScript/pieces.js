// Uploads in pieces (draft-ietf-httpbis-resumable-upload): beside all other requests of the page, from the moment when files are chosen. Their form
// sends their addresses in place of the files.

// The uploads of this page, by what tells their files apart.
const uploads = new Map();
// The forms that wait for their uploads, with the buttons that have sent them, and what says so.
const waiting = new Map();
// Ends the pauses before further attempts.
let pauses = [];

const pieceType = "application/partial-upload";
// An upload of which nothing is sent for this time is ended, and tried again: a connection that has died says nothing.
const patience = 20_000;

// What tells a file apart, also after the page was loaded again: the browser says no more of it.
const keyOfFile = (field, { name, size, lastModified }) =>
    ["elmwood-upload", pageState().address, formOf(field).getAttribute("data-form"), field.name, name, size, lastModified].join("\n");

// The page's own store may be forbidden.
function remember(key, address) {
    try {
        if (address) sessionStorage[key] = address;
        else delete sessionStorage[key];
    } catch {}
}

function remembered(key) {
    try {
        return sessionStorage[key];
    } catch {}
}

// Uploads what is chosen in a field, and ends the uploads of what is not chosen any more. What is chosen again after it was sent begins anew: the
// program has not accepted it.
function uploadFiles(field) {
    if (formOf(field)?.getAttribute("data-form") == null) return;
    const files = field.validity.customError ? [] : [...field.files];
    const keys = files.map((file) => keyOfFile(field, file));
    for (const upload of uploads.values()) if (upload.field == field && (upload.isSent || !keys.includes(upload.key))) cancel(upload);
    files.forEach((file, index) => {
        const key = keys[index];
        if (uploads.has(key)) return;
        const upload = { key, field, file, count: files.length, address: remembered(key), sent: 0, size: 5e6, renewals: 0 };
        uploads.set(key, upload);
        upload.end = carryOut(upload);
    });
    showPieces(field);
    showPreview(field);
}

// Carries an upload out, whatever is in the way, until it is complete, refused or cancelled.
async function carryOut(upload) {
    for (let attempt = 0; !upload.isOver; ) {
        // Nobody would send the form any more.
        if (!upload.field.isConnected) return forget(upload);
        let isDone;
        try {
            if (!upload.address) isDone = await beginUpload(upload);
            else if (upload.offset == null) isDone = await askOffset(upload);
            else isDone = await sendPiece(upload);
        } catch {}
        if (upload.offset == upload.file.size) upload.isOver = upload.isComplete = true;
        showPieces(upload.field);
        if (isDone) attempt = 0;
        else if (!upload.isOver) await pauseUpload(attempt++);
    }
}

// Begins an upload at the page's own address: the server looks whether the page offers it.
async function beginUpload(upload) {
    const { field, file, count } = upload;
    const form = formOf(field).getAttribute("data-form");
    const body = new URLSearchParams({ upload: field.name, form, name: file.name, type: file.type, size: file.size, count });
    const ask = () =>
        fetch(pageState().address, { method: "POST", redirect: "manual", headers: headers(), signal: AbortSignal.timeout?.(patience / 2), body });
    const answer = await new Promise((resolve, reject) => askBetween(() => ask().then(resolve, reject)));
    const { status } = answer;
    if (status == 201) {
        upload.address = answer.headers.get("Location");
        // The visitor has cancelled it meanwhile.
        if (upload.isOver) return cancel(upload);
        upload.size = +/max-append-size=(\d+)/.exec(answer.headers.get("Upload-Limit"))?.[1] || upload.size;
        upload.offset = 0;
        remember(upload.key, upload.address);
        return true;
    }
    // Another attempt would be refused as well.
    if ([409, 413, 415, 422, 507].includes(status)) {
        upload.isOver = true;
        field.setCustomValidity(await answer.text());
        if (!isWaiting(field)) field.reportValidity();
    }
}

// Asks how much of the file has arrived.
async function askOffset(upload) {
    const answer = await fetch(upload.address, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout?.(patience) });
    return takeOffset(upload, answer.status, (name) => answer.headers.get(name));
}

// Takes over how much has arrived. Returns whether that is known now.
function takeOffset(upload, status, header) {
    upload.offset = null;
    if (status == 204 || status == 409) {
        upload.offset = +header("Upload-Offset");
        upload.sent = upload.offset;
    } else if (status == 404) {
        // It has ended, or is at a server that is not there any more. If that comes again and again, each attempt is later.
        upload.address = null;
        upload.sent = 0;
        remember(upload.key);
        return upload.renewals++ < 3;
    } else if (status == 413 && upload.size > 65_536) {
        // Something before the server permits less.
        upload.size = Math.ceil(upload.size / 2);
    } else return false;
    return true;
}

// Sends the next piece. Uses XMLHttpRequest, since fetch does not report the progress.
const sendPiece = (upload) =>
    new Promise((resolve) => {
        const { file, offset, size } = upload;
        const end = Math.min(offset + size, file.size);
        const request = (upload.request = new XMLHttpRequest());
        let timer;
        const watch = () => {
            clearTimeout(timer);
            timer = setTimeout(() => request.abort(), patience);
        };
        request.open("PATCH", upload.address);
        request.setRequestHeader("Content-Type", pieceType);
        request.setRequestHeader("Upload-Offset", offset);
        request.setRequestHeader("Upload-Complete", end == file.size ? "?1" : "?0");
        request.upload.onprogress = ({ loaded }) => {
            watch();
            upload.sent = offset + loaded;
            showPieces(upload.field);
        };
        request.upload.onload = watch;
        request.onloadend = () => {
            clearTimeout(timer);
            const { status } = request;
            if (status == 204) upload.renewals = 0;
            resolve(takeOffset(upload, status, (name) => request.getResponseHeader(name)));
        };
        watch();
        request.send(file.slice(offset, end));
    });

// Waits before another attempt: longer each time, or until the network is there again.
const pauseUpload = (attempt) =>
    new Promise((resolve) => {
        pauses.push(resolve);
        setTimeout(resolve, (200 + 200 * Math.random()) << Math.min(attempt, 7));
    });

function endPauses() {
    for (const resolve of pauses.splice(0)) resolve();
}

// Ends an upload, here and at the server.
function cancel(upload) {
    forget(upload);
    upload.request?.abort();
    remember(upload.key);
    if (upload.address && !upload.isSent) fetch(upload.address, { method: "DELETE", keepalive: true }).catch(() => {});
}

function forget(upload) {
    upload.isOver = true;
    uploads.delete(upload.key);
}

const uploadsOf = (field) => [...uploads.values()].filter((upload) => upload.field == field);
const uploadsIn = (form) => [...uploads.values()].filter(({ field }) => formOf(field) == form);
const isWaiting = (field) => waiting.has(formOf(field));

// Shows how much of a field's files has arrived.
function showPieces(field) {
    const all = uploadsOf(field);
    const total = all.reduce((sum, { file }) => sum + file.size, 0);
    const sent = all.reduce((sum, upload) => sum + (upload.isComplete ? upload.file.size : upload.sent), 0);
    for (const bar of page.querySelectorAll("[data-upload-progress]")) {
        if (bar.dataset.uploadProgress == field.name && closest(bar, "form") == formOf(field)) [bar.max, bar.value] = [total || 1, sent];
    }
    field.dispatchEvent(new CustomEvent("elmwood-upload", { detail: { loaded: sent, total }, bubbles: true }));
}

// Shows a small picture of the first image of a field: as a data address, which the page's policy permits.
async function showPreview(field) {
    for (const image of page.querySelectorAll("img[data-upload-preview]")) {
        if (image.dataset.uploadPreview != field.name || closest(image, "form") != formOf(field)) continue;
        image.removeAttribute("src");
        const file = [...field.files].find(({ type }) => type.startsWith("image/"));
        if (!file) continue;
        // What is no image after all has no preview.
        const picture = await createImageBitmap(file).catch(() => {});
        if (!picture || field.files[0] == null) continue;
        const scale = Math.min(1, 320 / Math.max(picture.width, picture.height));
        const canvas = page.createElement("canvas");
        [canvas.width, canvas.height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
        canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
        image.src = canvas.toDataURL();
    }
}

// Lets a form wait for its uploads, and says so. Returns whether it has to.
function awaitUploads(form, submitter) {
    const all = uploadsIn(form).filter((upload) => !upload.isOver);
    if (!all[0]) return false;
    if (waiting.has(form)) {
        waiting.get(form).submitter = submitter;
        return true;
    }
    const note = make(["p", { "data-elmwood": 1, class: "elmwood-waiting", role: "status" }], root);
    const state = { submitter, note };
    waiting.set(form, state);
    wordsOfPage().then((said) => (note.textContent = said[4]));
    Element.prototype.append.call(form, note);
    Promise.all(all.map(({ end }) => end)).then(() => {
        waiting.delete(form);
        note.remove();
        const { submitter } = state;
        // Further files may have been chosen; the form is asked again.
        if (page.contains(form)) replay(false, form, submitter?.isConnected ? submitter : null);
    });
    return true;
}

// Puts the addresses of complete uploads in the place of their files.
function exchangeFiles(form, fields) {
    for (const upload of uploadsIn(form)) {
        const { field, file } = upload;
        const entry = upload.isComplete && fields.find(([name, value]) => name == field.name && value.size == file.size && value.name == file.name);
        if (!entry) continue;
        entry[1] = upload.address;
        upload.isSent = true;
    }
}

// When a patch has been applied: a form that was accepted is empty.
function settleUploads() {
    for (const upload of uploads.values()) {
        const { field, file, isSent } = upload;
        if (field.isConnected && (!isSent || [...field.files].includes(file))) continue;
        if (isSent) remember(upload.key);
        forget(upload);
        upload.request?.abort();
        showPieces(field);
        showPreview(field);
    }
}

page.addEventListener("click", ({ target }) => {
    const button = closest(target, "[data-upload-cancel]");
    if (!button) return;
    for (const field of fieldsOf(closest(button, "form"))) {
        if (field.name != button.dataset.uploadCancel || !field.files) continue;
        field.value = "";
        field.setCustomValidity("");
        uploadFiles(field);
    }
});
addEventListener("online", endPauses);

own.bring({ uploadFiles, awaitUploads, exchangeFiles, settleUploads });
