/** The way that works without a secure context, where there is no clipboard API (D9b). */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.focus({ preventScroll: true });
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

/** Puts a text on the clipboard; false when the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelected(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Refused by a policy or by the operator: the older way asks nobody.
    if (error instanceof DOMException) return copySelected(text);
    throw error;
  }
}
