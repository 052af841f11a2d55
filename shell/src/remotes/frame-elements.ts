const CONSOLE = '#console';
/** The box of a screen (AppFrame). */
const SCREEN = '[data-screen]';
/** What may be beside the console: dialogs and menus of shared-lib, and elements of browsers' extensions. */
const BESIDE = '[data-overlay], :not(:defined)';

/** Whether a target is a part of the frame: the bar, the menu, the notices. */
export const isOfFrame = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(CONSOLE) !== null && target.closest(SCREEN) === null;

/**
 * Frees the page of what a screen has left over it: an element beside the console that covers the middle of the window,
 * or a body that takes no presses. True if there was something.
 */
export function freePage({ document, innerWidth, innerHeight }: Window): boolean {
  const { documentElement: root, body } = document;
  const dead = [root, body].filter(({ style }) => style.pointerEvents === 'none');
  for (const { style } of dead) style.pointerEvents = '';
  const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const beside = [...body.children, ...root.children].filter((element) => element !== body);
  const cover = beside.find((element) => element.contains(top) && !element.matches(`${CONSOLE}, ${BESIDE}`));
  cover?.remove();
  return dead.length > 0 || cover !== undefined;
}
