// `npx device-console public-types`: how the public types of shared-lib differ from those of its last release. `npm
// run release` asks first, and stops where names are gone and no commit says that this is a breaking change.
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import {
  describeChanges,
  lastRelease,
  publicTypes,
  publicTypesAt,
  saysBreaking,
  typeChanges,
} from './lib/public-types.mjs';

readCommand('public-types');
try {
  const tag = lastRelease();
  if (tag === null) console.log('shared-lib has no release yet: there is nothing to compare its public types with.');
  else compareWith(tag);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

/** @param {string} tag */
function compareWith(tag) {
  const changes = typeChanges(publicTypes(), publicTypesAt(tag));
  console.log(changes.length === 0 ? `The public types are those of ${tag}.` : describeChanges(changes, tag));
  if (changes.some(({ removed }) => removed.length > 0) && !saysBreaking(tag))
    throw new Error(
      'Names are gone, and no commit since then says so. Keep them, or commit with "BREAKING CHANGE: …" what teams ' +
        'have to change.',
    );
}
