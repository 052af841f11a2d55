// The previews of a remote as they lie in a store: previews/<id>/<name>.json, each signed by its team.
import { parseJson } from '../json.mjs';
import { signatureState } from './keys.mjs';
import { isPreviewName, previewPath, previewText, readPreview } from './rules.mjs';

const folder = 'previews';

/** Where the previews of a remote lie. */
export const previewsOf = (id) => `${folder}/${id}`;

/** True for what is in the folder of previews, or would be. */
export const isInPreviews = (path) => path.split('/')[0] === folder;

/** True for the place of a preview, and no other file lies there. */
export function isPreviewPath(path) {
  const [, id, file = '', ...more] = path.split('/');
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
 */
export async function storedPreviews(store, id, { names, keys, now }) {
  const read = await Promise.all(
    names
      .filter((file) => isPreviewPath(`${previewsOf(id)}/${file}`))
      .map((file) => readOne(store, { id, name: file.slice(0, -5) }, keys)),
  );
  const previews = read.filter((preview) => preview !== null);
  const isOver = ({ expiresAt }) => Date.parse(expiresAt) <= now;
  return {
    lasting: previews.filter((preview) => preview.baseUrl !== null && !isOver(preview)),
    over: previews.filter(isOver),
  };
}

async function readOne(store, wanted, keys) {
  const path = previewPath(wanted);
  const found = await store.readText(path);
  const document = found && parseJson(found.text);
  const read = readPreview(document, wanted);
  if (read.status === 'broken') return null;
  const { baseUrl, expiresAt } = read.preview;
  const isSigned = signatureState(document, keys, previewText) === 'valid';
  return { path, expiresAt, baseUrl: isSigned ? baseUrl : null };
}
