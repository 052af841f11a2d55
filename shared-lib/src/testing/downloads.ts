/** A file that the page has saved. */
export interface RecordedDownload {
  readonly name: string;
  readonly content: Blob;
  readonly text: () => Promise<string>;
}

/** Records what the page saves from now on: jsdom has no addresses for files. A save from an unknown address throws. */
export function recordDownloads(): readonly RecordedDownload[] {
  const contents = new Map<string, Blob>();
  const downloads: RecordedDownload[] = [];
  const createObjectURL = (content: Blob): string => {
    const address = `blob:${contents.size}`;
    contents.set(address, content);
    return address;
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (!content) throw new Error(`${this.download} was saved from an address that nobody made: ${this.href}`);
    downloads.push({ name: this.download, content, text: () => textOfBlob(content) });
  });
  return downloads;
}

/** The text of a blob, also under jsdom, whose blobs have no text(). */
export function textOfBlob(blob: Blob): Promise<string> {
  if (typeof blob.text === 'function') return blob.text();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsText(blob);
  });
}
