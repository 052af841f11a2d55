// The previews of a remote as they lie in a store: previews/<id>/<name>.json, each signed by its team.
/** @import { PreviewName } from '@device-console/shared-lib/trust' */
/** @import { ListedKey, SignedDocument } from './keys.mjs' */
/** @import { Store } from './store.mjs' */
import { parseJson } from '../json.mjs';
import { signatureState } from './keys.mjs';
import { isPreviewName, previewPath, previewText, readPreview } from './rules.mjs';

/**
 * A preview in a store; `baseUrl` is null where no known key signed it.
 * @typedef {{ path: string, expiresAt: string, baseUrl: string | null }} StoredPreview
 */

const folder = 'previews';

/**
 * Where the previews of a remote lie.
 * @type {(id: string) => string}
 */
export const previewsOf = (id) => `${folder}/${id}`;

/**
 * True for what is in the folder of previews, or would be.
 * @type {(path: string) => boolean}
 */
export const isInPreviews = (path) => path.split('/')[0] === folder;

/**
 * True for the place of a preview, and no other file lies there.
 * @type {(path: string) => boolean}
 */
export function isPreviewPath(path) {
  const [, id = '', file = '', ...more] = path.split('/');
  return (
    isInPreviews(path) &&
    more.length === 0 &&
    file.endsWith('.json') &&
    isPreviewName(file.slice(0, -5)) &&
    /^[a-z][a-z0-9-]*$/.test(id)
  );
}

/**
 * The previews of `names`, files below {@link previewsOf}, at the time `now` in milliseconds: `{ lasting, over }`. A
 * preview that is over has `path`, and `baseUrl` where one of `keys` signed it: only then its files are its own. What
 * cannot be read is left alone.
 * @param {Store} store
 * @param {string} id
 * @param {{ names: readonly string[], keys: readonly ListedKey[], now: number }} options
 * @returns {Promise<{ lasting: (StoredPreview & { baseUrl: string })[], over: StoredPreview[] }>}
 */
export async function storedPreviews(store, id, { names, keys, now }) {
  const read = await Promise.all(
    names
      .filter((file) => isPreviewPath(`${previewsOf(id)}/${file}`))
      .map((file) => readOne(store, { id, name: file.slice(0, -5) }, keys)),
  );
  const previews = read.filter((preview) => preview !== null);
  /** @type {(preview: StoredPreview) => boolean} */
  const isOver = ({ expiresAt }) => Date.parse(expiresAt) <= now;
  return {
    lasting: previews.flatMap((preview) =>
      preview.baseUrl !== null && !isOver(preview) ? [{ ...preview, baseUrl: preview.baseUrl }] : [],
    ),
    over: previews.filter(isOver),
  };
}

/** @type {(store: Store, wanted: PreviewName, keys: readonly ListedKey[]) => Promise<StoredPreview | null>} */
async function readOne(store, wanted, keys) {
  const path = previewPath(wanted);
  const found = await store.readText(path);
  const document = /** @type {SignedDocument | null} */ (found && parseJson(found.text));
  const read = readPreview(document, wanted);
  if (document === null || read.status === 'broken') return null;
  const { baseUrl, expiresAt } = read.preview;
  const isSigned = signatureState(document, keys, previewText) === 'valid';
  return { path, expiresAt, baseUrl: isSigned ? baseUrl : null };
}
