// How long a judge has looked at a question: long pauses, and time in another window, do not count.

export class JudgingClock {
  /** @param {number} longestPause in seconds */
  constructor(longestPause) {
    this.longestPause = longestPause;
    this.seconds = 0;
    this.last = performance.now();
    for (const name of ["keydown", "pointerdown", "pointermove", "scroll", "input"]) {
      addEventListener(name, () => this.touch(), { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.touch();
      else this.last = performance.now();
    });
  }

  touch() {
    const now = performance.now();
    this.seconds += Math.min((now - this.last) / 1000, this.longestPause);
    this.last = now;
  }

  /** @param {number} seconds that were counted before */
  restart(seconds) {
    this.seconds = seconds;
    this.last = performance.now();
  }

  read() {
    this.touch();
    return this.seconds.toFixed(3);
  }
}
