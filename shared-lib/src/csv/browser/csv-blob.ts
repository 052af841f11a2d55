import { blobInSlices } from '../../async/index.ts';

/** A file's content from the pieces of a writer, put together in slices so that the page stays responsive. */
export const csvBlob = (pieces: Iterable<string>): Promise<Blob> => blobInSlices(pieces, 'text/csv;charset=utf-8');
