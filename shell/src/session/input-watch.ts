/** When somebody last touched the page. */
export interface InputWatch {
  readonly secondsSinceInput: () => number;
}

/** Events that show that a person uses the page; scrolling is not one, because a page may scroll by itself. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Watches a page for the hand of a person (S11). */
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
