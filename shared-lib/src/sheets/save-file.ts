/** Lets the browser save a file under a name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once the click is handled, the download keeps the content alive.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
