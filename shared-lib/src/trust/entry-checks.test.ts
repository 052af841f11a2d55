import { readEntry, type RegistryEntry } from '../remote/host.ts';
import { expiryFault, futureFault, keptEntry, longestStep, signatureFault, stepFault } from './entry-checks.ts';
import { entryOf, NOW, testKey, type TestKey } from './test-trust.ts';

let team: TestKey;
beforeAll(async () => {
  team = await testKey('team', ['mf-reports']);
});

const dated = (fields: Pick<RegistryEntry, 'publishedAt'> | Pick<RegistryEntry, 'expiresAt'>): RegistryEntry => {
  const read = readEntry({ ...entryOf('mf-reports'), ...fields });
  if (read.status !== 'usable') throw new Error(read.message);
  return read.entry;
};

describe('signatureFault', () => {
  it.each([
    { without: 'keyId', fault: 'its registry entry is not signed' },
    { without: 'signature', fault: 'its registry entry is not signed' },
  ] as const)('an entry without its $without is not signed', async ({ without, fault }) => {
    const raw = { ...(await team.sign(entryOf('mf-reports'))), [without]: undefined };
    const read = readEntry(raw);
    if (read.status !== 'usable') throw new Error(read.message);
    expect(await signatureFault(read.entry, raw, { keys: [team.listed], epoch: 1 })).toBe(fault);
    const stripped = { ...read.entry, keyId: 'team', signature: 'x', [without]: null };
    expect(await signatureFault(stripped, raw, { keys: [team.listed], epoch: 1 })).toBe(fault);
  });

  it.each([
    { remotes: [], may: 'nothing' },
    { remotes: ['mf-admin', 'mf-devices'], may: 'mf-admin, mf-devices' },
  ])('a key that may sign $may signs no other remote', async ({ remotes, may }) => {
    const raw = await team.sign(entryOf('mf-reports'));
    const read = readEntry(raw);
    if (read.status !== 'usable') throw new Error(read.message);
    const keys = [{ ...team.listed, remotes }];
    expect(await signatureFault(read.entry, raw, { keys, epoch: 1 })).toBe(
      `its registry entry is signed by the key "team", which may sign ${may} and not mf-reports`,
    );
    expect(await keptEntry('mf-reports', raw, { keys, epoch: 1 })).toBeNull();
  });
});

it.each([
  ['a whole entry', {}, true],
  ['a damaged entry', { sequence: 'one' }, false],
  ['a damaged entry without an id', { id: 5, sequence: 'one' }, false],
])('what the browser stored as %s of a remote is kept: %j', async (_what, damage, isKept) => {
  const raw = { ...(await team.sign(entryOf('mf-reports'))), ...damage };
  const kept = await keptEntry('mf-reports', raw, { keys: [team.listed], epoch: 1 });
  expect(kept?.id).toBe(isKept ? 'mf-reports' : undefined);
});

describe('stepFault', () => {
  it.each([
    { sequence: 4, last: 5, fault: /^its registry entry is an old one put back: number 4, after 5 was/ },
    { sequence: 5, last: 5, fault: /^its registry entry is another one under the number 5 than/ },
    { sequence: 6, last: 5, fault: null },
    { sequence: 5 + longestStep, last: 5, fault: null },
    { sequence: 6 + longestStep, last: 5, fault: /^its registry entry jumps from number 5, which was/ },
  ])('number $sequence after $last', ({ sequence, last, fault }) => {
    expect(stepFault(sequence, last)).toEqual(fault === null ? null : expect.stringMatching(fault));
  });
});

const HOUR_MS = 3_600_000;
const at = (hours: number, milliseconds = 0) => new Date(NOW + hours * HOUR_MS + milliseconds).toISOString();

describe('futureFault', () => {
  it.each([
    { publishedAt: at(-1), isFuture: false },
    { publishedAt: at(23), isFuture: false },
    { publishedAt: at(24), isFuture: false },
    { publishedAt: at(24, 1), isFuture: true },
    { publishedAt: 'some day', isFuture: false },
  ])('an entry dated $publishedAt is still to come: $isFuture', ({ publishedAt, isFuture }) => {
    const fault = futureFault({ ...dated({ expiresAt: null }), publishedAt }, NOW);
    expect(fault).toBe(isFuture ? `its registry entry is dated ${publishedAt}, which is still to come` : null);
  });
});

describe('expiryFault', () => {
  it.each([
    { expiresAt: null, isOver: false },
    { expiresAt: at(0, 1), isOver: false },
    { expiresAt: at(0), isOver: true },
    { expiresAt: at(-1), isOver: true },
  ])('an entry that expires at $expiresAt has expired: $isOver', ({ expiresAt, isOver }) => {
    const fault = expiryFault(dated({ expiresAt }), NOW);
    expect(fault).toEqual(isOver ? expect.stringMatching(/^its registry entry expired on .* UTC$/) : null);
  });
});
