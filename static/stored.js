// Storage of this browser, which may be missing (in-app browsers), forbidden (the getter throws), full, or cleared at any
// moment: what cannot be read is null, and what cannot be written is false. "local" is this browser's, "session" this tab's.
const stored = {
  get(area, key) {
    try {
      return JSON.parse(window[`${area}Storage`].getItem(key));
    } catch {
      return null;
    }
  },
  put(area, key, value) {
    try {
      const text = JSON.stringify(value);
      window[`${area}Storage`].setItem(key, text);
      return window[`${area}Storage`].getItem(key) === text;
    } catch {
      return false;
    }
  },
  works() {
    const works = stored.put("local", "works", 1);
    stored.drop("local", "works");
    return works;
  },
  drop(area, key) {
    try {
      window[`${area}Storage`].removeItem(key);
    } catch {
      // nothing is stored
    }
  },
};
