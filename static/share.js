// What is told elsewhere goes by the phone's own sharing; where there is none into the clipboard; else the field is there.
for (const part of document.querySelectorAll("[data-share]")) {
  const field = part.querySelector("textarea, input");
  const send = part.querySelector("[data-send]");
  const copy = part.querySelector("[data-copy]");
  const told = field.matches("input") ? { title: part.dataset.share, url: field.value } : { text: field.value };

  field.addEventListener("focus", () => field.select());
  send.hidden = !navigator.canShare?.(told);
  send.addEventListener("click", () => navigator.share(told).catch(() => {})); // whoever changes their mind closes it
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      copy.textContent = part.querySelector("[role=status]").textContent = copy.dataset.done;
    } catch {
      field.focus(); // the browser forbids it: all of it is selected, to be copied by hand
    }
  });
}

// The picture goes by the phone's own sharing too, where that takes files; it has to be here before the tap.
const picture = document.querySelector("[data-send-picture]");
if (picture && navigator.canShare) {
  fetch(picture.dataset.sendPicture)
    .then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer.status)))
    .then((blob) => {
      const files = [new File([blob], "result.png", { type: "image/png" })];
      picture.hidden = !navigator.canShare({ files });
      picture.addEventListener("click", () => navigator.share({ files }).catch(() => {}));
    })
    .catch(() => {}); // it is still there to be saved
}
