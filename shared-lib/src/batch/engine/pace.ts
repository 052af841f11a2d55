const WINDOW_MS = 10_000;
const SAMPLE_MS = 500;

/** Process time without pauses, and the rate of the last ten seconds. */
export class Pace {
  #elapsedMs: number;
  #runningSince: number | null = null;
  #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(
    private readonly now: () => number,
    elapsedMs: number,
  ) {
    this.#elapsedMs = elapsedMs;
  }

  start(): void {
    if (this.#runningSince !== null) return;
    this.#runningSince = this.now();
    this.#samples = [];
  }

  stop(): void {
    this.#elapsedMs = this.elapsedMs();
    this.#runningSince = null;
    this.#samples = [];
  }

  /** Milliseconds. */
  elapsedMs(): number {
    return this.#elapsedMs + (this.#runningSince === null ? 0 : this.now() - this.#runningSince);
  }

  note(done: number): void {
    const at = this.now();
    const last = this.#samples.at(-1);
    if (last && at - last.at < SAMPLE_MS) return;
    this.#samples.push({ at, done });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > WINDOW_MS) this.#samples.shift();
  }

  /** IMEIs a second, or null until known. */
  perSecond(done: number): number | null {
    const first = this.#samples[0];
    const since = first ? this.now() - first.at : 0;
    return first && since >= SAMPLE_MS && done > first.done ? ((done - first.done) / since) * 1000 : null;
  }
}
