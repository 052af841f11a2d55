/** When somebody last touched the page. */
export interface InputWatch {
  readonly secondsSinceInput: () => number;
}

/** Whatever a person does with a page; scrolling by itself is none of it. */
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
