// Keeps the screen on at a table until the match ends or the page is left: by a wake lock where the browser has one (over
// https), else by a silent video, once its switch is on. Safari lets the screen go off under a video that is muted or has
// `loop`, Chrome under a small one that is muted, Firefox under one without sound: so it has a silent track, and is
// rewound here. After a change of page Safari plays it at the next tap only.
(() => {
  "use strict";
  const REWIND = 10; // s of its 15: a busy phone is late, and an ended video keeps nothing on
  const { awake: table, video: address } = document.body.dataset;
  const button = document.querySelector("[data-screen-on]");
  const tap = document.querySelector(".awake-tap");
  const locks = "wakeLock" in navigator;
  const video = document.createElement("video");
  let lock = null;
  let asked = null; // the promise of a lock: none is requested twice

  const wanted = () => !document.querySelector("[data-over]") && (sessionStorage.getItem(`awake ${table}`) ?? `${locks}`) === "true";

  function say(part, shown) {
    const line = document.querySelector(part);
    if (line) line.hidden = !shown;
  }
  function unable() {
    if (button) button.hidden = true;
    say("[data-awake-costs]", false);
    say("[data-awake-never]", true);
  }

  async function hold() {
    if (!locks) {
      if (!video.isConnected) prepare();
      await video.play();
    } else if (!lock || lock.released) {
      asked ??= navigator.wakeLock.request("screen").finally(() => { asked = null; });
      lock = await asked;
    }
  }
  function prepare() {
    if (navigator.audioSession) navigator.audioSession.type = "ambient"; // music plays on beside it
    Object.assign(video, { src: address, className: "awake-video", playsInline: true, title: document.title });
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > REWIND) video.currentTime = 0;
    });
    video.addEventListener("ended", keep);
    document.body.append(video);
  }

  async function keep() {
    const on = wanted();
    button?.setAttribute("aria-checked", on);
    if (!on || document.hidden) {
      video.pause();
      if (!on) await lock?.release();
      if (tap) tap.hidden = true;
      return;
    }
    try {
      await hold();
      if (tap) tap.hidden = true;
    } catch (refusal) {
      if (refusal.name === "NotSupportedError") return unable();
      document.addEventListener("click", keep, { once: true }); // without a tap, or while the battery is spared
      if (tap) tap.hidden = locks || !wanted();
    }
  }

  if (!locks && !video.canPlayType('video/mp4; codecs="avc1.42C00A, mp4a.40.2"')) return unable();
  if (button) {
    button.hidden = false;
    say("[data-awake-costs]", !locks);
    button.addEventListener("click", () => {
      sessionStorage.setItem(`awake ${table}`, !wanted());
      keep();
    });
  }
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("htmx:after:swap", keep);
  window.addEventListener("pageshow", keep);
})();
