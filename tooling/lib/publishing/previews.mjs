// A build for one superadmin, in the deployed console and for a while: files as of a publication, and a signed document
// beside the registry, which is not touched.
/** @import { PreviewName } from '@device-console/shared-lib/trust' */
/** @import { Build } from './build-files.mjs' */
/** @import { Publisher } from './commit.mjs' */
/** @import { Target } from './targets.mjs' */
import { randomBytes } from 'node:crypto';
import { signEntry } from './keys.mjs';
import { upload } from './releases.mjs';
import { LONGEST_PREVIEW_MS, previewAudience, previewPath, previewText } from './rules.mjs';
import { confirmServed } from './served.mjs';
import { documentText } from './store.mjs';

const hourMs = 3_600_000;
/** How long a preview lasts, unless its publisher says otherwise. */
export const defaultHours = 24;
export const longestHours = LONGEST_PREVIEW_MS / hourMs;

/**
 * Puts `build` and a preview of it for the account `email` into the store, for so many hours; `target` and `by` as for
 * a publication, with the epoch of a known console. Returns the preview. The document comes last, so nobody is shown
 * what is not whole.
 * @param {{ target: Target, id: string, build: Build, by: Publisher, email: string, hours?: number }} preview
 */
export async function publishPreview({ target, id, build, by, email, hours = defaultHours }) {
  const baseUrl = await upload(target, id, build, by);
  await confirmServed(target, { baseUrl, declaration: build.document });
  const name = randomBytes(16).toString('hex');
  const now = Date.parse(by.now());
  const preview = signEntry(
    {
      schemaVersion: 1,
      id,
      name,
      baseUrl,
      publishedAt: new Date(now).toISOString(),
      declaration: build.document,
      epoch: by.epoch,
      for: await previewAudience(name, email),
      expiresAt: new Date(now + hours * hourMs).toISOString(),
    },
    by.key,
    previewText,
  );
  await target.store.replace(previewPath(preview), documentText(preview), null, [`${id}/${build.folder}`]);
  return preview;
}

/**
 * The address that shows a preview in the console at `address`.
 * @type {(address: string, preview: PreviewName) => string}
 */
export const previewAddress = (address, { id, name }) =>
  `${new URL('superadmin/platform', address.endsWith('/') ? address : `${address}/`)}#preview=${id}/${name}`;
