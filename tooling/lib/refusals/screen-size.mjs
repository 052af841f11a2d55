// What the screens and panels of a remote weigh: its entry and a part's own files, gzipped.
/** @import { WithParts } from '@device-console/shared-lib/remote/host' */
import { gzipSync } from 'node:zlib';
import { partsOf } from '../publishing/rules.mjs';
import { describeRefusal } from './texts.mjs';

/**
 * As much of a declared part as its size needs.
 * @typedef {{ id: string, assets: readonly { file: string }[] }} SizedPart
 * @typedef {WithParts<SizedPart, SizedPart, SizedPart> & {
 *   assets?: readonly { file: string }[] | undefined,
 * }} SizedParts
 *
 * A file's content by its name.
 * @typedef {(name: string) => Buffer | null} BytesOf
 */

/** The largest file, in gzipped bytes, one behind an `import()` too. */
const FILE_LIMIT = 300_000;

/** @type {Readonly<Record<ReturnType<typeof partsOf>[number]['kind'], string>>} */
const kindWords = { screen: 'screen', devicePanel: 'panel', homePanel: 'Home panel' };

/**
 * The size of every part that a declaration names; `bytesOf(file)` gives a file's content.
 * @type {(declaration: SizedParts, bytesOf: BytesOf) => { what: string, bytes: number }[]}
 */
export function screenSizes(declaration, bytesOf) {
  return partsOf(declaration).map(({ kind, part: { id, assets } }) => ({
    what: `the ${kindWords[kind]} "${id}"`,
    bytes: assets.reduce((total, { file }) => total + gzipSync(bytesOf(file) ?? '').length, 0),
  }));
}

/**
 * Throws when a screen or panel is larger than `limit`, in bytes, or a file larger than any may be.
 * @type {(declaration: SizedParts, bytesOf: BytesOf, limit: number) => void}
 */
export function refuseLargeScreens(declaration, bytesOf, limit) {
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
