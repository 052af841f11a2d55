/** Selects the field's text, and copies it as pages without a secure context may (D9b). */
function copySelected(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand('copy');
}

/** The same with a temporary field; the focus stays where it was. */
function copyFromHiddenField(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  const isCopied = copySelected(area);
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

/** Copies a text, over plain http too (D9b). Returns false if refused, with `field` left selected. */
export async function copyText(text: string, field: HTMLInputElement | null = null): Promise<boolean> {
  const otherwise = (): boolean => (field ? copySelected(field) : copyFromHiddenField(text));
  if (!('clipboard' in navigator)) return otherwise();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Refused by a policy or by the operator: the older way needs no permission.
    if (error instanceof DOMException) return otherwise();
    throw error;
  }
}
