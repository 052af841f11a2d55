import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console/host';
import { parseConfig } from '@device-console/shared-lib/contract/server';
import type { DevicePanelModule } from '@device-console/shared-lib/remote';
import { failOnConsole } from '@device-console/shared-lib/testing';
import { registryEntry } from '../testing/test-registry.ts';
import { createOfferedParts } from './offered-parts.tsx';
import { RemoteLoadError, renderErrorOf } from '../releases/remote-load-error.ts';

failOnConsole();

const IMEI = '490154203237518';
const panel = { id: 'score', title: 'Score', order: 3, roles: ['ADMIN' as const], assets: [], needs: ['score.php'] };
const homePanel = { id: 'due', title: 'Due', order: 4, permission: 'Reports', assets: [] };
const entry = registryEntry('mf-x', [], { contributions: { devicePanels: [panel], homePanels: [homePanel] } });
const config = parseConfig({ sharedKey: 'sixteen letters!' });
const good: DevicePanelModule = {
  Panel: ({ imei }) => <p>{`Score of ${imei}, kept as ${useContext(RemoteContext)?.id}`}</p>,
};
const loadError = () =>
  new RemoteLoadError('integrity', entry.declaration, 'http://remotes.test/score.js was not run.');

/** The remotes' offers of a page; the test decides what the loader gives. */
function setUp({ load = async () => good }: { readonly load?: () => Promise<DevicePanelModule> } = {}) {
  const releaseManager = { uncaught: jest.fn() };
  const registry = { refresh: jest.fn(() => Promise.resolve()) };
  const nothing = () => undefined;
  const rest = { loaded: () => null, explain: renderErrorOf, failed: nothing, shown: () => nothing };
  const loader = {
    panels: { ...rest, load },
    homePanels: { ...rest, load: async () => ({ Panel: () => <p>Three are due</p> }) },
  };
  const offeredParts = createOfferedParts({ loader, releaseManager, registry });
  const {
    devicePanels: [offer],
    homePanels: [onHome],
  } = offeredParts([entry], config);
  if (!offer || !onHome) throw new Error('Nothing is offered.');
  return { releaseManager, registry, offeredParts, offer, onHome };
}

describe('what is offered', () => {
  it('N5 has the access that the declaration asks for, under an id of its remote', () => {
    const { offer, onHome } = setUp();
    expect(offer).toMatchObject({ id: 'mf-x/score', title: 'Score', order: 3, roles: ['ADMIN'] });
    expect(onHome).toMatchObject({ id: 'mf-x/due', title: 'Due', order: 4, permission: 'Reports' });
  });

  it('stays the same for a release that stays, whatever comes beside it', () => {
    const { offeredParts, offer, onHome } = setUp();
    const other = registryEntry('mf-y', []);
    const now = offeredParts([other, entry], config);
    expect(now.devicePanels[0]).toBe(offer);
    expect(now.homePanels[0]).toBe(onHome);
    expect(offeredParts([{ ...entry }], config).devicePanels[0]).not.toBe(offer);
    expect(offeredParts([other], config)).toEqual({ devicePanels: [], homePanels: [] });
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
  it('that cannot be loaded says so and whose it is, and Retry recovers; its release stays in use', async () => {
    const answers = [() => Promise.reject<DevicePanelModule>(loadError()), async () => good];
    const askedTooOften = () => Promise.reject<DevicePanelModule>(new Error('asked too often'));
    const made = setUp({ load: () => (answers.shift() ?? askedTooOften)() });
    const user = userEvent.setup();
    render(<made.offer.Panel imei={IMEI} />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading Score');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Score cannot be shown');
    expect(notice).toHaveTextContent(
      'One of its files is not the one that was published. Everything else on this page still works. Retry; if the ' +
        'problem persists, tell the owner of mf-x 1.4.2, Team of mf-x.',
    );
    expect(made.releaseManager.uncaught).toHaveBeenCalledWith(entry);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(`Score of ${IMEI}, kept as mf-x`)).toBeInTheDocument();
    expect(made.registry.refresh).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
