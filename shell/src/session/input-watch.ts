export interface InputWatch {
  readonly secondsSinceInput: () => number;
}

/** Only a person causes these. Not scrolling: a page can scroll by itself. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Watches a page for a person's input (S11). */
export function watchInput(page: EventTarget, now: () => number): InputWatch {
  let last = now();
  for (const touch of touches)
    page.addEventListener(
      touch,
      () => {
        last = now();
      },
      { capture: true, passive: true },
    );
  return { secondsSinceInput: () => Math.max(0, Math.floor((now() - last) / 1_000)) };
}
