import { csvBlob } from '../csv/index.ts';
import { saveFile } from '../console/index.ts';

/** Puts the pieces of a CSV file together and hands it to the browser to be saved. */
export async function saveCsv(name: string, pieces: Iterable<string>): Promise<void> {
  saveFile(name, await csvBlob(pieces));
}
