/** The way that works without a secure context, where there is no clipboard API (D9b). The text stays selected for copying by hand. */
function copySelected(field: HTMLInputElement): boolean {
  field.focus();
  field.select();
  return document.execCommand('copy');
}

/** Puts what stands in a field on the clipboard; false when the browser does not let it. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelected(field);
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch (error) {
    // Refused by a policy or by the operator: the older way asks nobody.
    if (error instanceof DOMException) return copySelected(field);
    throw error;
  }
}
