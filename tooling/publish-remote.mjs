// `npx device-console publish mf-reports`: builds one remote, signs it and makes it live in the registry of a store.
// With --preview it becomes live for nobody, and the address is printed that shows it to one superadmin.
/** @import { Given } from './lib/command-line.mjs' */
import { candidateBuild, checkFit, namedRemote, publisher, runCommand, wrongUse } from './lib/publishing/command.mjs';
import { defaultHours, longestHours, previewAddress, publishPreview } from './lib/publishing/previews.mjs';
import { publishBuild } from './lib/publishing/releases.mjs';

/**
 * `{ email, hours }` of a preview that the arguments ask for; null for a publication.
 * @type {(given: Given) => { email: string, hours: number } | null}
 */
function askedPreview(given) {
  const { preview = false, for: email, hours, to, console: address } = given.values;
  if (!preview) {
    const more = email === undefined ? hours === undefined || '--hours' : '--for';
    if (more !== true) throw wrongUse(`${more} goes with --preview.`, given);
    return null;
  }
  if (email === undefined || !/^\S+@\S+$/.test(email))
    throw wrongUse('Say with --for which superadmin the preview is for, such as --for superadmin@example.com.', given);
  const lasts = Number(hours ?? defaultHours);
  if (!(lasts > 0 && lasts <= longestHours))
    throw wrongUse(`A preview lasts at most ${longestHours} hours, not "${hours}".`, given);
  if (to && !address) throw wrongUse('Say with --console in which console the preview is shown.', given);
  return { email, hours: lasts };
}

await runCommand('publish-remote', async (given) => {
  const id = namedRemote(given);
  const asked = askedPreview(given);
  const place = await publisher(id, given);
  const { target, by, deployed } = place;
  const build = await candidateBuild(id, given.values.dist);
  checkFit(id, build.declaration, place);
  const { version } = build.declaration;
  if (asked) {
    if (!deployed) throw wrongUse('Say with --console in which console the preview is shown.', given);
    const preview = await publishPreview({ target, by, id, build, ...asked });
    console.log(
      `${id} ${version} is a preview for ${asked.email} until ${preview.expiresAt}; what is live stays live. Whom ` +
        `it is for opens\n` +
        `  ${previewAddress(deployed.address, preview)}`,
    );
    return;
  }
  const { changed, baseUrl, entry } = await publishBuild({ target, by, id, build });
  console.log(
    changed
      ? `${id} ${version} is live at ${baseUrl} (sequence ${entry.sequence})`
      : `${id} is unchanged, live at ${baseUrl}`,
  );
});
