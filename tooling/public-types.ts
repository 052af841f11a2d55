// `npx device-console public-types`: shows how the public types of shared-lib differ from those of the last release.
// `npm run release` runs it first, and stops if names are gone and no commit is marked as a breaking change. With
// --record, it writes which names this version adds, after lerna has raised the version.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { tableAfter } from './lib/new-names.ts';
import { readManifest } from './lib/paths.mjs';
import { lastRelease, publicTypes, publicTypesAt, saysBreaking, typeChanges } from './lib/public-types.ts';
import { sinceFile, readTable } from './lib/since.ts';
import { sharedLibDir } from './lib/workspace.mjs';

await runCommand('public-types', ({ values: { record } }) => {
  const tag = lastRelease();
  if (record) recordNames(tag);
  else if (tag === null)
    console.log('There is no release yet: nothing to compare the public types of shared-lib with.');
  else compareWith(tag);
});

function compareWith(tag: string) {
  const { gone, text } = typeChanges(publicTypes(), publicTypesAt(tag));
  console.log(text === '' ? `The public types are those of ${tag}.` : `The public types since ${tag}:\n${text}`);
  if (gone.length > 0 && !saysBreaking(tag))
    throw new Error(
      `Gone is ${gone.join(', ')}. That breaks remotes that are published, and no commit since then says so. Keep ` +
        'the names and put what is different into a new subpath (docs/adr/0007-shared-lib-is-additive.md), or commit ' +
        'with "BREAKING CHANGE: …" what teams have to change.',
    );
}

function recordNames(tag: string | null) {
  const { version } = readManifest(sharedLibDir);
  const [types, released] = tag === null ? [new Map(), new Map()] : [publicTypes(), publicTypesAt(tag)];
  const table = tableAfter(tag === null ? null : readTable(sharedLibDir), version, types, released);
  writeFileSync(join(sharedLibDir, sinceFile), `${JSON.stringify(table, null, 2)}\n`);
}
