// The switch "Screen on". Where the browser has a wake lock (over https) live.js holds it; elsewhere a silent video keeps
// the screen on. Safari lets it go off under a video that is muted or has `loop`, Chrome under a small one that is muted,
// Firefox under one without sound: so it has a silent track, and is rewound here. After a change of page Safari plays it
// at the next tap only. The pad does without: its keys are touched all the time.
(() => {
  "use strict";
  const REWIND = 10; // s of its 15: a busy phone is late, and an ended video keeps nothing on
  const kept = `awake ${document.body.dataset.awake}`;
  const tap = document.querySelector(".awake-tap");
  const button = document.querySelector("[data-screen-on]");
  const locks = "wakeLock" in navigator;
  const video = document.createElement("video");

  const chosen = () => document.body.dataset.stays ?? `${stored.get("session", kept) ?? locks}`;
  const wanted = () => !document.querySelector("[data-over]") && chosen() === "true";

  function show(part, shown) {
    for (const line of document.querySelectorAll(part)) line.hidden = !shown;
  }
  function unable() {
    show("[data-screen-on], [data-awake-costs]", false);
    show("[data-awake-never]", true);
  }

  function prepare() {
    if (navigator.audioSession) navigator.audioSession.type = "ambient"; // music plays on beside it
    Object.assign(video, { src: tap.dataset.video, className: "awake-video", width: 1, height: 1, playsInline: true, title: document.title });
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > REWIND) video.currentTime = 0;
    });
    video.addEventListener("ended", keep);
    document.body.append(video);
  }

  async function keep() {
    const on = wanted();
    button?.setAttribute("aria-checked", on);
    tap.hidden = true;
    if (locks) return;
    if (!on || document.hidden) return video.pause();
    if (!video.isConnected) prepare();
    try {
      await video.play();
    } catch (refusal) {
      if (refusal.name === "NotSupportedError") return unable();
      document.addEventListener("click", keep, { once: true });
      tap.hidden = !wanted();
    }
  }

  if (!locks && !video.canPlayType('video/mp4; codecs="avc1.42C00A, mp4a.40.2"')) return unable();
  show("[data-screen-on]", true);
  show("[data-awake-costs]", !locks);
  show("[data-insecure]", !isSecureContext);
  button?.addEventListener("click", () => {
    document.body.dataset.stays = !wanted(); // for this page, also where nothing can be stored
    stored.put("session", kept, document.body.dataset.stays === "true");
    document.dispatchEvent(new Event("awake"));
  });
  for (const event of ["awake", "visibilitychange", "htmx:after:swap"]) document.addEventListener(event, keep);
  window.addEventListener("pageshow", keep);
})();
