// `npm run public-types`: records the public types of shared-lib's subpaths as those of its version.
import { join } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { describeChanges, publicTypes, recordedTypes, recordTypes, typeChanges } from './lib/public-types.mjs';
import { readManifest, rootDir } from './lib/paths.mjs';

const { values } = readCommand('public-types');
const { version } = readManifest(join(rootDir, 'shared-lib'));
const types = publicTypes();
const recorded = recordedTypes();
const changes = recorded ? typeChanges(types, recorded) : [];
const breaks = changes.some(({ removed }) => removed.length > 0);
if (recorded && changes.length > 0 && recorded.version === version) {
  console.error(describeChanges(changes, recorded.version, version));
  process.exitCode = 1;
} else if (recorded && breaks && !values['even-if-breaking']) {
  console.error(
    `${describeChanges(changes, recorded.version, version)}\nNothing was recorded. --even-if-breaking records it ` +
      'anyway, for a new major version.',
  );
  process.exitCode = 1;
} else {
  recordTypes(types, version);
  console.log(
    recorded && changes.length === 0
      ? `The public types are unchanged, as those of ${version}.`
      : `Recorded the public types of ${types.size} subpaths as those of ${version}.`,
  );
}
