/** A file that the page has handed to the browser. */
interface Download {
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** jsdom's blobs have no text(). */
function textOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsText(content);
  });
}

/** Takes what the page saves from now on, in place of the browser; jsdom has no addresses for files. */
export function recordDownloads(): readonly Download[] {
  const contents = new Map<string, Blob>();
  const downloads: Download[] = [];
  const createObjectURL = (content: Blob): string => {
    const address = `blob:${contents.size}`;
    contents.set(address, content);
    return address;
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (!content) throw new Error(`${this.download} was saved from an address that nobody made: ${this.href}`);
    downloads.push({ name: this.download, text: () => textOf(content) });
  });
  return downloads;
}
