import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console';
import { parseConfig } from '@device-console/shared-lib/contract';
import type { CellText, DevicePanelModule } from '@device-console/shared-lib/remote';
import { failOnConsole } from '@device-console/shared-lib/testing';
import { registryEntry } from '../testing/test-registry.ts';
import { createOfferedParts } from './offered-parts.tsx';
import { RemoteLoadError } from '../releases/remote-load-error.ts';

failOnConsole();

const IMEI = '490154203237518';
const device = {
  imei1: IMEI,
  imei2: '',
  claimstatus: '',
  registrationstatus: '',
  appversion: '',
  apptype: '',
  command: '',
  createdat: '',
};
const panel = { id: 'score', title: 'Score', order: 3, roles: ['ADMIN' as const], assets: [], needs: ['score.php'] };
const column = { id: 'age', title: 'Age', order: 4, permission: 'Reports', assets: [] };
const entry = registryEntry('mf-x', [], { contributions: { devicePanels: [panel], deviceColumns: [column] } });
const config = parseConfig({ sharedKey: 'sixteen letters!' });
const good: DevicePanelModule = {
  Panel: ({ imei }) => <p>{`Score of ${imei}, kept as ${useContext(RemoteContext)?.id}`}</p>,
};
const loadError = () =>
  new RemoteLoadError('integrity', entry.declaration, 'http://remotes.test/score.js was not run.');

/** What the remotes of a page offer, over a loader that gives what a test says. */
function setUp({
  load = async () => good,
  cellText = () => Promise.resolve<CellText>(() => ''),
}: {
  readonly load?: () => Promise<DevicePanelModule>;
  readonly cellText?: () => Promise<CellText>;
} = {}) {
  const log = { failed: jest.fn() };
  const releaseManager = { uncaught: jest.fn() };
  const registry = { refresh: jest.fn(() => Promise.resolve()) };
  const loader = {
    panels: { load, loaded: () => null },
    columns: { load: async () => ({ cellText: await cellText() }), loaded: () => null },
  };
  const offeredParts = createOfferedParts({ loader, log, releaseManager, registry });
  const {
    devicePanels: [offer],
    deviceColumns: [offeredColumn],
  } = offeredParts([entry], config);
  if (!offer || !offeredColumn) throw new Error('Nothing is offered.');
  return { log, releaseManager, registry, offeredParts, offer, offeredColumn };
}

/** As the page of a device shows it. */
function show({ offer }: Pick<ReturnType<typeof setUp>, 'offer'>) {
  const caught: unknown[] = [];
  render(
    <main>
      <h1>Device</h1>
      <offer.Panel imei={IMEI} />
    </main>,
    { onCaughtError: (error) => caught.push(error) },
  );
  return { user: userEvent.setup() };
}

describe('what is offered', () => {
  it('N5 has the access that the declaration asks for, under an id of its remote', () => {
    const { offer, offeredColumn } = setUp();
    expect(offer).toMatchObject({ id: 'mf-x/score', title: 'Score', order: 3, roles: ['ADMIN'] });
    expect(offeredColumn).toMatchObject({ id: 'mf-x/age', title: 'Age', order: 4, permission: 'Reports' });
  });

  it('stays the same for a release that stays, whatever comes beside it', () => {
    const { offeredParts, offer, offeredColumn } = setUp();
    const other = registryEntry('mf-y', []);
    const now = offeredParts([other, entry], config);
    expect(now.devicePanels[0]).toBe(offer);
    expect(now.deviceColumns[0]).toBe(offeredColumn);
    expect(offeredParts([{ ...entry }], config).devicePanels[0]).not.toBe(offer);
    expect(offeredParts([other], config)).toEqual({ devicePanels: [], deviceColumns: [] });
  });

  it('D1a leaves a panel out that the back end cannot serve', () => {
    const { offeredParts } = setUp();
    const panelsFor = (more: object) => offeredParts([entry], { ...config, ...more }).devicePanels.map(({ id }) => id);
    const { names } = config;
    expect(panelsFor({ backend: 'legacy' })).toEqual([]);
    expect(panelsFor({ backend: 'legacy', names: { ...names, calls: { 'score.php': 'x.php' } } })).toEqual([
      'mf-x/score',
    ]);
  });
});

describe('a panel', () => {
  it("waits under its title, then shows the remote's code with the IMEI, under the remote's own name", async () => {
    const gate: { open?: () => void } = {};
    show(
      setUp({
        load: () =>
          new Promise((resolve) => {
            gate.open = () => resolve(good);
          }),
      }),
    );
    expect(screen.getByRole('status')).toHaveTextContent('Loading Score');
    gate.open?.();
    expect(await screen.findByText(`Score of ${IMEI}, kept as mf-x`)).toBeInTheDocument();
  });

  it('that cannot be loaded says so and whose it is, and Retry recovers; its release stays in use', async () => {
    const answers = [() => Promise.reject<DevicePanelModule>(loadError()), async () => good];
    const askedTooOften = () => Promise.reject<DevicePanelModule>(new Error('asked too often'));
    const made = setUp({ load: () => (answers.shift() ?? askedTooOften)() });
    const { user } = show(made);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Score cannot be shown');
    expect(notice).toHaveTextContent(
      'One of its files is not the one that was published. Everything else on this page still works. Retry; if the ' +
        'problem persists, tell the owner of mf-x 1.4.2, Team of mf-x.',
    );
    expect(screen.getByRole('heading', { name: 'Device' })).toBeInTheDocument();
    expect(made.releaseManager.uncaught).toHaveBeenCalledWith(entry);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Score of/)).toBeInTheDocument();
    expect(made.registry.refresh).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that throws while it is shown takes nothing else with it, and is a failure of its remote', async () => {
    const made = setUp({
      load: async () => ({
        Panel: () => {
          throw new TypeError('rows is undefined');
        },
      }),
    });
    show(made);
    expect(await screen.findByRole('alert')).toHaveTextContent('Score cannot be shownIt failed while being shown.');
    expect(screen.getByRole('heading', { name: 'Device' })).toBeInTheDocument();
    const failure = expect.objectContaining({ failure: 'rendering', detail: 'rows is undefined' });
    expect(made.log.failed).toHaveBeenCalledWith('mf-x', failure, 'panel score');
    expect(made.releaseManager.uncaught).toHaveBeenCalledTimes(1);
  });
});

describe('a column', () => {
  it("gives the text of the remote's function", async () => {
    const cellText = await setUp({
      cellText:
        async () =>
        ({ imei1 }) =>
          `of ${imei1}`,
    }).offeredColumn.load();
    expect(cellText?.(device)).toBe(`of ${IMEI}`);
  });

  it.each<[string, CellText, string]>([
    [
      'throws',
      () => {
        throw new TypeError('no date');
      },
      'no date',
    ],
    ['gives no text', () => JSON.parse('null'), 'cellText returned no text but object'],
  ])('whose function %s has dashes, and is told once, after the table was drawn', async (_what, faulty, detail) => {
    const { offeredColumn, log, releaseManager } = setUp({ cellText: async () => faulty });
    const cellText = await offeredColumn.load();
    expect([cellText?.(device), cellText?.(device)]).toEqual(['–', '–']);
    expect(log.failed).not.toHaveBeenCalled();
    const failure = expect.objectContaining({ detail });
    await waitFor(() => expect(log.failed).toHaveBeenCalledWith('mf-x', failure, 'column age'));
    expect([log.failed, releaseManager.uncaught].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('whose code cannot be had is none, and counts as an error of its remote', async () => {
    const { offeredColumn, releaseManager } = setUp({ cellText: () => Promise.reject(loadError()) });
    await expect(offeredColumn.load()).resolves.toBeNull();
    expect(releaseManager.uncaught).toHaveBeenCalledWith(entry);
  });
});
