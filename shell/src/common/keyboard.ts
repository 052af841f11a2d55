/** True if the focused element itself takes single characters. */
export function takesCharacters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taker = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]';
  return target.isContentEditable || target.closest(taker) !== null;
}

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
