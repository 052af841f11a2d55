// `npm run public-types`: records the public types of shared-lib's subpaths as those of its version. The gate only
// compares them, by --check.
import { join } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import {
  checkPublicTypes,
  describeChanges,
  publicTypes,
  recordedTypes,
  recordTypes,
  typeChanges,
} from './lib/public-types.mjs';
import { readManifest, rootDir } from './lib/paths.mjs';

const { values } = readCommand('public-types');
try {
  if (values.check) checkPublicTypes();
  else record();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

/** Throws, with what to do, when the types may not be recorded. */
function record() {
  const { version } = readManifest(join(rootDir, 'shared-lib'));
  const types = publicTypes();
  const recorded = recordedTypes();
  const changes = recorded ? typeChanges(types, recorded) : [];
  const breaks = changes.some(({ removed }) => removed.length > 0);
  if (recorded && changes.length > 0 && recorded.version === version)
    throw new Error(describeChanges(changes, recorded.version, version));
  if (recorded && breaks && !values['even-if-breaking'])
    throw new Error(
      `${describeChanges(changes, recorded.version, version)}\nNothing was recorded. --even-if-breaking records it ` +
        'anyway, for a new major version.',
    );
  recordTypes(types, version);
  console.log(
    recorded && changes.length === 0
      ? `The public types are unchanged, as those of ${version}.`
      : `Recorded the public types of ${types.size} subpaths as those of ${version}.`,
  );
}
