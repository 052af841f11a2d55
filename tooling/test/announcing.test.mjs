/** @import { ListedKey } from '../lib/publishing/keys.mjs' */
/** @import { EntryDocument } from '../lib/publishing/rules.mjs' */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { announcing } from '../development/announcing.mjs';
import { readJson, writeJsonAtomically } from '../lib/paths.mjs';
import { listedKey, signatureState, signEntry } from '../lib/publishing/keys.mjs';
import { teamKey, workshop } from '../test-support/fake-builds.mjs';
import { entryOf, registryOf } from '../test-support/fake-entries.mjs';

const made = workshop();
after(() => made.close());

/** @type {(file: string) => { registryEpoch: number, registryKeys: ListedKey[] }} */
const configIn = (file) => /** @type {ReturnType<typeof configIn>} */ (readJson(file));

test(
  'development has an epoch of its own, in which the numbers of one remote go on from start to start, and ' +
    'everything of this machine is signed for it',
  () => {
    const { folder } = made;
    const webDir = join(folder, 'web-of-dev');
    mkdirSync(webDir);
    const layout = { configFile: join(folder, 'config.json'), registryFile: join(folder, 'registry.json') };
    const registryKeys = [
      ...['mf-a', 'mf-b'].map((id) => listedKey(teamKey(folder, id), [id])),
      listedKey(teamKey(folder, 'theirs'), ['mf-c']),
    ];
    // A key of that name is there, but config.json lists another.
    teamKey(folder, 'mf-c');
    writeJsonAtomically(layout.configFile, { sharedKey: 'x', registryEpoch: 3, registryKeys });
    const published = registryOf(
      ...['mf-a', 'mf-b'].map((id) => signEntry(entryOf(id, 8), teamKey(folder, id))),
      signEntry(entryOf('mf-c', 8), teamKey(folder, 'theirs')),
    );
    writeJsonAtomically(layout.registryFile, published);

    const [first, second, third] = [1_700_000_000, 1_700_000_001, 1_700_000_002];
    /** @type {(now: number, id?: string) => ReturnType<typeof announcing>} */
    const start = (now, id = 'mf-b') => announcing(id, { webDir, layout, keysDir: join(folder, 'keys'), now });
    for (const [now, epoch, numbers] of /** @type {[number, number, number[]][]} */ ([
      [first, first, [1, 2]],
      [second, first, [3, 4]],
    ])) {
      const announce = start(now);
      for (const sequence of numbers) {
        announce({ ...entryOf('mf-b', 1).declaration, version: `1.${sequence}.0` }, 'http://localhost:3401/');
        const config = configIn(join(webDir, 'config.json'));
        const { remotes } = /** @type {{ remotes: EntryDocument[] }} */ (readJson(join(webDir, 'registry.json')));
        assert.equal(config.registryEpoch, epoch);
        assert.deepEqual(
          remotes.map((entry) => [
            entry.id,
            entry.sequence,
            entry.epoch,
            entry.declaration.version,
            signatureState(entry, config.registryKeys),
          ]),
          [
            ['mf-a', 8, epoch, '1.0.0', 'valid'],
            ['mf-b', sequence, epoch, `1.${sequence}.0`, 'valid'],
            ['mf-c', 8, undefined, '1.0.0', 'valid'],
          ],
        );
      }
    }
    assert.deepEqual([readJson(layout.registryFile), configIn(layout.configFile).registryEpoch], [published, 3]);
    const epochNow = () => configIn(join(webDir, 'config.json')).registryEpoch;
    start(second, 'mf-a')(entryOf('mf-a', 1).declaration, 'http://localhost:3402/');
    assert.equal(epochNow(), second);
    writeJsonAtomically(layout.configFile, { sharedKey: 'x', registryEpoch: 4, registryKeys });
    start(third, 'mf-a');
    assert.equal(epochNow(), third);
  },
);
