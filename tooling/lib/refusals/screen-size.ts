// Measures a remote's screens and panels: its entry plus the part's own files, gzipped.
import { gzipSync } from 'node:zlib';
import { partsOf } from '../publishing/rules.ts';
import { describeRefusal } from './texts.ts';
import type { WithParts } from '@device-console/shared-lib/remote/host';

type SizedPart = { id: string; assets: readonly { file: string }[] };

type SizedParts = WithParts<SizedPart, SizedPart, SizedPart> & {
  assets?: readonly { file: string }[] | undefined;
};

type BytesOf = (name: string) => Buffer | null;

/** The size limit of every file, in gzipped bytes, including files behind an `import()`. */
const FILE_LIMIT = 300_000;

const kindWords: Readonly<Record<ReturnType<typeof partsOf>[number]['kind'], string>> = {
  screen: 'screen',
  devicePanel: 'panel',
  homePanel: 'Home panel',
};

/** Sizes are in gzipped bytes. */
export function screenSizes(declaration: SizedParts, bytesOf: BytesOf): { what: string; bytes: number }[] {
  return partsOf(declaration).map(({ kind, part: { id, assets } }) => ({
    what: `the ${kindWords[kind]} "${id}"`,
    bytes: assets.reduce((total, { file }) => total + gzipSync(bytesOf(file) ?? '').length, 0),
  }));
}

/** Throws if a screen or panel is larger than `limit`, in gzipped bytes, or a file larger than {@link FILE_LIMIT}. */
export function refuseLargeScreens(declaration: SizedParts, bytesOf: BytesOf, limit: number): void {
  const ofParts = screenSizes(declaration, bytesOf).map((size) => ({ ...size, limit }));
  const ofFiles = (declaration.assets ?? []).map(({ file }) => ({
    what: file,
    bytes: gzipSync(bytesOf(file) ?? '').length,
    limit: FILE_LIMIT,
  }));
  const places = [...ofParts, ...ofFiles]
    .filter((size) => size.bytes > size.limit)
    .map((size) => `${size.what}: ${size.bytes} bytes; the limit is ${size.limit}`);
  if (places.length > 0) throw new Error(describeRefusal('large-screens', places));
}
