// Shares text by the phone's own dialog, otherwise by the clipboard, over plain http by the older command for it.
for (const part of document.querySelectorAll("[data-share]")) {
  const field = part.querySelector("textarea, input");
  const send = part.querySelector("[data-send]");
  const copy = part.querySelector("[data-copy]");
  const told = field.matches("input") ? { title: part.dataset.share, url: field.value } : { text: field.value };

  field.addEventListener("focus", () => field.select());
  send.hidden = !navigator.canShare?.(told);
  send.addEventListener("click", () => navigator.share(told).catch(() => {})); // cancelled by the user
  copy.hidden = !navigator.clipboard && !document.queryCommandSupported("copy");
  copy.addEventListener("click", async () => {
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else copySelected(field);
      copy.textContent = part.querySelector("[role=status]").textContent = copy.dataset.done;
    } catch {
      field.focus(); // forbidden by the browser: select all of it, to be copied by hand
    }
  });
}

function copySelected(field) {
  field.select();
  if (!document.execCommand("copy")) throw new Error("forbidden");
}

const lacking = document.querySelector("[data-no-share]");
if (lacking && !isSecureContext && matchMedia("(pointer: coarse)").matches) {
  for (const part of [lacking, lacking.querySelector("[data-insecure]")]) part.hidden = false;
}

// Shares the picture by the phone's own dialog if that takes files; it must be loaded before the tap.
const picture = document.querySelector("[data-send-picture]");
if (picture && navigator.canShare) {
  fetch(picture.dataset.sendPicture)
    .then((answer) => (answer.ok && answer.headers.has("Companion") ? answer.blob() : Promise.reject(answer.status)))
    .then((blob) => {
      const files = [new File([blob], picture.previousElementSibling.download, { type: "image/png" })];
      picture.hidden = !navigator.canShare({ files });
      picture.previousElementSibling.classList.toggle("primary", picture.hidden);
      picture.addEventListener("click", () => navigator.share({ files }).catch(() => {}));
    })
    .catch(() => {}); // it can still be saved
}
