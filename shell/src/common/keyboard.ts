/** True where single characters belong to what has the focus. */
export function takesCharacters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taker = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]';
  return target.isContentEditable || target.closest(taker) !== null;
}

/** A question or a dialog waits for its answer first. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
