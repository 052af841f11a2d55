import { LONGEST_PREVIEW_MS, previewLink, previewProof, readPreviewLink, runningPreview } from './index.ts';
import { entryOf, examine, NOW, testKey, trustWith } from './test-trust.ts';

const publishedAt = new Date(NOW - 3_600_000).toISOString();
const previewOf = (until: number) => ({
  ...entryOf('mf-reports', 7),
  publishedAt,
  until: new Date(until).toISOString(),
  accounts: ['x'],
});

describe('a preview', () => {
  it.each([
    ['before its end', NOW + 1, true],
    ['at its end', NOW, false],
    ['as long as it may last', NOW - 3_600_000 + LONGEST_PREVIEW_MS, true],
    ['that would last longer', NOW - 3_600_000 + LONGEST_PREVIEW_MS + 1, false],
  ])('counts or not: %s', async (_what, until, isRunning) => {
    const key = await testKey('reports-2026', ['mf-reports']);
    const signed = await key.sign({ ...entryOf('mf-reports'), preview: previewOf(until) });
    const { entries } = await examine(trustWith([key]).trust, signed);
    const [entry] = entries;
    expect(entry && (runningPreview(entry, NOW)?.endsAt ?? null)).toBe(isRunning ? until : null);
  });

  it('that was put into a signed entry, or changed there, is refused with the entry', async () => {
    const key = await testKey('reports-2026', ['mf-reports']);
    const signed = await key.sign({ ...entryOf('mf-reports'), preview: previewOf(NOW + 1) });
    for (const preview of [previewOf(NOW + 2), null, { ...previewOf(NOW + 1), accounts: ['y'] }]) {
      const { entries, problems } = await examine(trustWith([key]).trust, { ...signed, preview });
      expect([entries, problems]).toMatchObject([[], [{ message: expect.stringContaining('was changed after') }]]);
    }
  });

  it('of another remote is refused', async () => {
    const key = await testKey('reports-2026', ['mf-reports']);
    const preview = { ...previewOf(NOW + 1), declaration: entryOf('mf-admin').declaration };
    const signed = await key.sign({ ...entryOf('mf-reports'), preview });
    const { problems } = await examine(trustWith([key]).trust, signed);
    expect(problems).toMatchObject([{ message: 'its registry entry declares another remote, mf-admin' }]);
  });

  it('is not remembered while no registry can be read', async () => {
    const key = await testKey('reports-2026', ['mf-reports']);
    const { trust } = trustWith([key]);
    await examine(trust, await key.sign({ ...entryOf('mf-reports'), preview: previewOf(NOW + 1) }));
    expect((await trust.remembered()).entries).toMatchObject([{ id: 'mf-reports', preview: null }]);
  });
});

it('a proof tells accounts, remotes and publications apart, and not the case of an e-mail', async () => {
  const proof = await previewProof('mf-reports', publishedAt, 'tester@example.com');
  expect(proof).toMatch(/^[0-9a-f]{64}$/);
  expect(await previewProof('mf-reports', publishedAt, ' Tester@Example.com')).toBe(proof);
  for (const other of [
    previewProof('mf-admin', publishedAt, 'tester@example.com'),
    previewProof('mf-reports', `${publishedAt}0`, 'tester@example.com'),
    previewProof('mf-reports', publishedAt, 'other@example.com'),
  ])
    expect(await other).not.toBe(proof);
});

it('a link is read as it was written, and nothing else as one', () => {
  const code = '0123456789abcdef0123456789abcdef';
  const link = previewLink('https://console.example.com', 'mf-reports', code);
  expect(link).toBe(`https://console.example.com/#preview=mf-reports.${code}`);
  expect(readPreviewLink(new URL(link).hash)).toEqual({ id: 'mf-reports', code });
  for (const hash of ['', '#preview=', `#preview=mf-reports.${code}0`, `#preview=.${code}`, '#state=1'])
    expect(readPreviewLink(hash)).toBeNull();
});
