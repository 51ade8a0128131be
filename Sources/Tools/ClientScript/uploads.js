// Files: how large they may be, and how much of them has been sent.

// Tells the browser whether a field has a file that is too large, so that it says so and does not send the form.
function checkFiles(field) {
    const most = field.dataset.upload?.split(" ")[0] ?? field.dataset.fileSize ?? script.dataset.fileSize;
    const isTooLarge = [...field.files].some(({ size }) => size > most);
    field.setCustomValidity(isTooLarge ? script.dataset.largeFile.replace("%", (most / 1e6).toLocaleString(root.lang || "en")) : "");
    if (field.dataset.upload) needUploads().then(() => inPieces?.uploadFiles(field));
}

// What uploads in pieces (`pieces.js`), and its arrival. If it does not come, files are sent with their form.
let inPieces, arrivalOfUploads;

// What it may use: `./dev script` gives it these values by these names.
const lendUploads = () => [root, page, make, closest, formOf, fieldsOf, headers, pageState, replay, wordsOfPage, askBetween];

function needUploads() {
    return (arrivalOfUploads ??= new Promise((resolve) => {
        const element = make(["script", { "data-elmwood": 1, src: script.src.replace(/.js$/, "-uploads.js") }], root);
        element.lent = lendUploads();
        element.bring = (brought) => (inPieces = brought);
        element.onload = element.onerror = () => {
            element.remove();
            if (!inPieces) arrivalOfUploads = null;
            resolve();
        };
        page.head.append(element);
    }));
}

// Whether a form has to wait for its uploads: then it is sent later.
function awaitsUploads(form, submitter) {
    if (inPieces) return inPieces.awaitUploads(form, submitter);
    if (!arrivalOfUploads) return false;
    arrivalOfUploads.then(() => replay(false, form, submitter));
    return true;
}

// Puts the addresses of uploads in the place of their files.
const exchangeFiles = (form, fields) => inPieces?.exchangeFiles(form, fields);

// Sends a post with files. Uses XMLHttpRequest, since fetch does not report the progress of an upload.
const upload = (url, body, all, events, begin) =>
    new Promise((resolve) => {
        const request = new XMLHttpRequest();
        begin(request);
        request.open("POST", url);
        for (const name in all) request.setRequestHeader(name, all[name]);
        request.upload.onprogress = (event) => {
            watch();
            showProgress(events, event);
        };
        request.upload.onload = watch;
        watch();
        request.onloadend = () => {
            unwatch();
            showProgress(events, { loaded: 0, total: 1 });
            const { status, responseText: text } = request;
            const isRedirected = status && request.responseURL != new URL(url, location).href.split("#")[0];
            resolve({ status, sender: senderOf(status, isRedirected, (name) => request.getResponseHeader(name)), text });
        };
        request.send(body);
    });

// Shows the progress of an upload in the forms of its events.
function showProgress(events, { loaded, total }) {
    for (const { target } of events) {
        const bar = target?.querySelector("[data-upload-progress]");
        if (bar) [bar.max, bar.value] = [total, loaded];
    }
}
