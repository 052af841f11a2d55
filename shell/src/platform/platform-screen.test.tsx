import { act, screen, waitFor, within } from '@testing-library/react';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { UsableRegistry } from '@device-console/shared-lib/trust';
import { FakeFailure } from '@device-console/shared-lib/testing';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { answerFetch, served } from '../testing/answer-fetch.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { declaredScreen, readUnsigned, registryDocument, registryEntry } from '../testing/test-registry.ts';

const reports = {
  ...registryEntry('mf-reports', [declaredScreen('audit')], {
    contract: { ui: '^1.0.0' },
    shared: { react: '^19.0.0' },
  }),
  keyId: 'reports-2026',
};
const devices = registryEntry('mf-devices', [declaredScreen('lookup')], {
  contract: { 'ui/table': '^9.0.0' },
  apiVersion: '^0.9.0',
});
async function open(entries: readonly RegistryEntry[], options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes({
    address: '/superadmin/platform',
    session: { userlevel: 'SUPERADMIN', permissions: [] },
    registry: Promise.resolve(registryDocument(entries)),
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Platform' });
  return rendered;
}

const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).join(' | ');
const rowOf = async (table: string, text: RegExp) => {
  const found = await screen.findByRole('table', { name: table });
  return waitFor(() => {
    const row = within(found)
      .getAllByRole('row')
      .find(({ textContent }) => text.test(textContent));
    if (!row) throw new Error(`${table} has no row ${String(text)}.`);
    return row;
  });
};
const fact = (term: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent === term)?.nextElementSibling?.textContent;

describe("the platform page's figures of all operators", () => {
  const release = {
    remote: 'mf-reports',
    version: '1.5.0',
    release: '1.5.0-ab',
    source: 'canary',
    loads: 40,
    p50: 120,
    p95: 900,
    failures: 7,
    operators: 3,
  };
  const failure = {
    id: '1',
    remote: 'mf-reports',
    owner: 'Reports team',
    version: '1.5.0',
    release: '1.5.0-ab',
    source: 'canary',
    screen: 'audit',
    kind: 'uncaught-error',
    message: 'TypeError: x is undefined',
    stack: 'at a (http://s/a.js:1:2)\nat b (http://s/a.js:3:4)',
    browser: 'Chrome 142',
    count: 6,
    operators: 2,
    firstAt: '2026-02-01T00:00:00Z',
    lastAt: '2026-02-01T01:00:00Z',
  };
  const later = { ...failure, id: '2', kind: 'a-later-kind', message: 'Other', source: 'a-later-source', stack: '' };

  it('are of every build and every kind of failure, with a stack to look at', async () => {
    const asked: unknown[] = [];
    const platformFigures = (body: object) => {
      asked.push(body);
      return {
        status: 'success',
        message: '',
        items: [release, { ...release, source: 'live', loads: 0, p50: null, p95: null }],
        failures: [failure, later],
      };
    };
    const { user } = await open([reports], { handlers: { platformFigures } });
    expect(cellsOf(await rowOf('Builds of all operators', /Canary/))).toBe(
      'mf-reports | 1.5.0 | Canary | 40 | 120 ms | 900 ms | 7 | 3 | 1.5.0-ab',
    );
    expect(cellsOf(await rowOf('Builds of all operators', /Live/))).toContain('Live | 0 | – | –');
    expect(cellsOf(await rowOf('Failures of all operators', /TypeError/))).toMatch(
      /mf-reports \| 1\.5\.0 \| One of its errors was not caught \| TypeError: x is undefined \| 6 \| 2$/,
    );
    expect(await rowOf('Failures of all operators', /a-later-kind/)).toBeInTheDocument();
    expect([fact('Screen'), fact('Browser'), fact('Stack')]).toEqual(['audit', 'Chrome 142', failure.stack]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Failure' }), 'mf-reports 1.5.0: Other');
    expect(fact('Stack')).toBe('–');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 7 days');
    await waitFor(() => expect(asked).toMatchObject([{ hours: 24 }, { hours: 168 }]));
  });

  it('that cannot be read are told of, and those read before stay', async () => {
    const answers = [() => ({ status: 'success', message: '', items: [release], failures: [] })];
    const away = new FakeFailure({ httpStatus: 503, message: 'The database is away.' });
    const { user } = await open([reports], { handlers: { platformFigures: () => answers.shift()?.() ?? away } });
    await rowOf('Builds of all operators', /Canary/);
    await user.click(screen.getByRole('button', { name: /^Read figures again/ }));
    expect(await screen.findByText('The figures of all operators could not be read')).toBeInTheDocument();
    expect(await rowOf('Builds of all operators', /Canary/)).toBeInTheDocument();
  });

  it('D1a are not there where the back end takes no reports', async () => {
    await open([reports], { config: { backend: 'legacy', codec: 'legacy-cryptojs' } });
    await rowOf('Remotes', /mf-reports/);
    expect(screen.queryByText('All operators')).not.toBeInTheDocument();
  });
});

describe('the platform page', () => {
  it("F1 last in the menu before Logout, names the console's own versions, and a remote with its signer", async () => {
    await open([reports]);
    const links = within(screen.getByRole('navigation', { name: 'Console' })).getAllByRole('link');
    expect(links.slice(-2).map(({ textContent }) => textContent)).toEqual(['Platform', 'Logout']);
    const versions = ['react', 'shared-lib', 'API', 'Registry'].map(fact);
    expect(versions).toEqual(['19.3.1', '1.0.0', '1.0.0', '/registry.json']);
    await waitFor(() => expect(fact('Registry last read')).toMatch(/\d/));
    const cells = cellsOf(await rowOf('Remotes', /mf-reports/));
    expect(cells).toBe('mf-reports | 1.4.2 | Not loaded | Fits | Registry | 0');
    const facts = ['Sequence', 'Owner', 'Origin', 'Signed by'].map(fact);
    expect(facts).toEqual(['1', 'Team of mf-reports', 'http://remotes.test', 'reports-2026']);
    expect(cellsOf(await rowOf('Contract of mf-reports', /shared-lib\/ui/))).toBe(
      '@device-console/shared-lib/ui | ^1.0.0 | 1.0.0 | Fits',
    );
  });

  it('says what is not as it should be: refused, withdrawn, expiring, partly shown, or not there', async () => {
    const expiring = { ...reports, expiresAt: '2027-11-22T06:14:00Z' };
    const tooOpen = registryEntry('mf-x', [declaredScreen('lockDevice', { title: 'Lock' })]);
    const message = 'its registry entry is not signed';
    const canary = { id: 'mf-reports', version: '1.5.0', baseUrl: 'x', at: '2026-02-01T00:00:00Z' };
    const examine = async (document: unknown): Promise<UsableRegistry> => ({
      ...(await readUnsigned(document)),
      refused: [{ id: 'mf-reports', message, version: '1.4.2' }],
      withdrawn: [{ ...canary, reason: 'It failed 9 times.', declaration: reports.declaration }],
    });
    const { user } = await open([], {
      registry: Promise.resolve(registryDocument([expiring, tooOpen, { id: 'mf-broken', sequence: 'seven' }])),
      examine,
    });
    expect(cellsOf(await rowOf('Remotes', /mf-reports/))).toContain('Last good');
    expect(cellsOf(await rowOf('Remotes', /mf-broken/))).toContain('None in use');
    expect(await rowOf('Failures and refusals of mf-broken', /its registry entry cannot be read/)).toBeInTheDocument();
    const choose = (id: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Remote' }), id);
    await choose('mf-reports');
    expect([fact('Publication expires'), fact('Withdrawn'), fact('Owner')]).toEqual([
      expect.stringMatching(/2027/),
      expect.stringMatching(/^1\.5\.0, .*2026.*: It failed 9 times\.$/),
      'Team of mf-reports',
    ]);
    expect(cellsOf(await rowOf('Failures and refusals of mf-reports', /refused/))).toContain(
      `Its registry entry was refused | ${message}`,
    );
    await choose('mf-x');
    expect(fact('Publication expires')).toBe('Never');
    const events = await rowOf('Failures and refusals of mf-x', /must ask for the permission "Lock Device"/);
    expect(cellsOf(events)).toContain('Part of it is not shown');
    await user.type(screen.getByRole('searchbox'), 'mf-broken');
    const table = within(screen.getByRole('table', { name: 'Remotes' }));
    await waitFor(() => expect(table.queryByRole('row', { name: /mf-reports/ })).not.toBeInTheDocument());
  });

  it('follows a remote that loads; a failed one comes first, with reason, attempts and each failure', async () => {
    const { remotes, user } = await open([registryEntry('mf-admin', []), reports]);
    await rowOf('Remotes', /mf-reports/);
    const detail = 'http://remotes.test/mf-reports/ could not be loaded.';
    const error = new RemoteLoadError('unreachable', reports.declaration, detail);
    act(() => remotes.log.failed('mf-reports', error));
    act(() => remotes.log.failed('mf-reports', error));
    expect(screen.getByRole('heading', { name: 'Reports' })).toBeInTheDocument();
    const facts = ['State', 'Reason', 'Detail', 'Failed attempts'].map(fact);
    expect(facts).toEqual(['Failed', 'Its server does not answer', detail, '2']);
    const table = within(screen.getByRole('table', { name: 'Failures and refusals of mf-reports' }));
    expect(table.getAllByRole('row', { name: /Its server does not answer/ })).toHaveLength(2);
    act(() => remotes.log.loading('mf-reports'));
    act(() => remotes.log.entryLoaded('mf-reports', 12));
    act(() => remotes.log.screenLoaded('mf-reports', 'audit', 34));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Remote' }), 'mf-reports');
    expect([fact('State'), fact('Entry loaded in')]).toEqual(['Ready', '12 ms']);
    expect(cellsOf(await rowOf('Load times of mf-reports', /audit/))).toBe('audit | 34 ms');
  });

  it('says what does not fit and who has to move, before anything of the remote is loaded', async () => {
    const { loader } = await open([devices]);
    expect(cellsOf(await rowOf('Contract of mf-devices', /ui\/table/))).toBe(
      '@device-console/shared-lib/ui/table | ^9.0.0 | 1.0.0 | Does not fit: the console must be upgraded',
    );
    expect(cellsOf(await rowOf('Contract of mf-devices', /API/))).toBe(
      'API | ^0.9.0 | 1.0.0 | Does not fit: the remote must be rebuilt',
    );
    expect(loader.asked).toEqual([]);
  });

  it('Refresh reads the registry again; a failure is told, and what was read stays', async () => {
    const answers = [
      () => Promise.resolve(registryDocument([reports, devices])),
      () => Promise.reject(new Error('/registry.json answered 503')),
    ];
    const { user } = await open([reports], { readRegistry: async () => answers.shift()?.() });
    await rowOf('Remotes', /mf-reports/);
    await user.click(screen.getByRole('button', { name: /^Refresh/ }));
    expect(await rowOf('Remotes', /mf-devices/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Refresh/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '/registry.json answered 503 What was read before stays in use.',
    );
    expect(await rowOf('Remotes', /mf-devices/)).toBeInTheDocument();
  });
});

describe('the history of a remote', () => {
  const show = async (answer: Parameters<typeof answerFetch>[0]) => {
    const asked = answerFetch(answer);
    const { user } = await open([reports]);
    await rowOf('Remotes', /mf-reports/);
    await user.click(screen.getByRole('button', { name: 'Show history' }));
    return asked;
  };

  it('is read beside the registry, and shown newest first', async () => {
    const entries = [
      { sequence: 1, version: '1.4.1', publishedAt: '2026-01-01T00:00:00Z', what: 'published', keyId: 'reports-2026' },
      { sequence: 2, version: '1.4.2', publishedAt: '2026-01-02T00:00:00Z', what: 'published', keyId: 'reports-2026' },
    ];
    const asked = await show(served({ schemaVersion: 1, id: 'mf-reports', entries }));
    const rows = within(await screen.findByRole('table', { name: 'History of mf-reports' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => cellsOf(row).slice(0, 21))).toEqual(['2 | 1.4.2 | published', '1 | 1.4.1 | published']);
    expect(asked.mock.calls.map(([url]) => new URL(url).pathname)).toEqual(['/history/mf-reports.json']);
  });

  it('is told as not served where the store keeps it to itself', async () => {
    await show(served(null, 404));
    expect(await screen.findByText('No history is served here.')).toBeInTheDocument();
  });

  it.each([
    ['a server that fails', served(null, 503), /history\/mf-reports\.json answered 503\./],
    ['a page in its place', served('<!doctype html>'), /history\/mf-reports\.json is no history of a remote\./],
  ])('names %s', async (_what, answer, text) => {
    await show(answer);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('without the code that deals with remotes', () => {
  it('its place tells why', async () => {
    await renderRoutes({
      address: '/superadmin/platform',
      session: { userlevel: 'SUPERADMIN' },
      fetchRemotes: () => Promise.reject(new Error('remotes.js could not be fetched')),
    });
    expect(await screen.findByText('The list of screens could not be loaded')).toBeInTheDocument();
    expect(screen.getByText('remotes.js could not be fetched')).toBeInTheDocument();
  });
});
