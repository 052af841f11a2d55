/** When somebody last touched the page. */
export interface InputWatch {
  readonly secondsSinceInput: () => number;
}

/** Events that only a person causes. Scrolling is not one, because a page can scroll by itself. */
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
