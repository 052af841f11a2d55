import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { ScreenModule } from '@device-console/shared-lib/remote';
import { failOnConsole } from '@device-console/shared-lib/testing';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { LeaveGuard } from '../runtime/leave-guard.ts';
import type { Fallback } from './deployed.ts';
import { RemoteLoadError } from './remote-load-error.ts';
import type { RemoteLoader } from './remote-loader.ts';
import { RemoteScreen } from './remote-screen.tsx';

failOnConsole();

const audit = declaredScreen('audit', { title: 'Audit Report' });
const other = declaredScreen('reports', { title: 'Reports' });
const entry = registryEntry('mf-reports', [audit, other]);
const good: ScreenModule = { Screen: ({ screenId }) => <h1>{`Screen ${screenId}`}</h1> };
const loadError = () => new RemoteLoadError('unreachable', entry.declaration, 'http://remotes.test/mf-reports/ could not be loaded.');

function setUp(load: RemoteLoader['load'], { loaded = () => null, shown = audit, costs = null, fallback }: { loaded?: RemoteLoader['loaded']; shown?: typeof audit; costs?: string | null; fallback?: Fallback } = {}) {
  const refreshRegistry = jest.fn(() => Promise.resolve());
  const caught: unknown[] = [];
  const loader = { load, loaded };
  const log = { failed: jest.fn() };
  const deployment = { shown: jest.fn(), failed: jest.fn(() => Promise.resolve()), retry: jest.fn(), tryNewest: jest.fn() };
  const guard: LeaveGuard = { typed: () => null, isSending: () => false, reasonToStay: () => costs, movedOn: () => undefined, reload: jest.fn(), isLeaving: () => false };
  const tree = (which = shown) => (
    <RemoteScreen release={entry} screen={which} remotes={{ loader, log, deployment, guard, registry: { refresh: refreshRegistry } }} fallback={fallback} />
  );
  const { rerender } = render(tree(), { onCaughtError: (error) => caught.push(error) });
  return { refreshRegistry, caught, log, deployment, guard, user: userEvent.setup(), show: (which: typeof audit) => rerender(tree(which)) };
}

const details = () => screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
const retry = () => screen.getByRole('button', { name: /^Retry/ });

describe('RemoteScreen', () => {
  it('N4 waits with the screen\'s name, then shows it with its id', async () => {
    const gate: { open?: (module: ScreenModule) => void } = {};
    setUp(() => new Promise((resolve) => { gate.open = resolve; }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading Audit Report');
    gate.open?.(good);
    expect(await screen.findByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
  });

  it('N4 a screen that is there already is shown without a wait', async () => {
    setUp(() => Promise.resolve(good), { loaded: () => good });
    expect(screen.getByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  });

  it('W5 D22 a failure says what, why, which version and whose', async () => {
    setUp(() => Promise.reject(loadError()));
    expect(await screen.findByRole('alert')).toHaveTextContent('Audit Report cannot be shown');
    expect(details()).toEqual([
      'Reason: Its server does not answer', 'Detail: http://remotes.test/mf-reports/ could not be loaded.', 'Remote: mf-reports', 'Version: 1.4.2', 'Owner: Team of mf-reports',
    ]);
  });

  it('W5 Retry reads the registry first, then loads again and recovers', async () => {
    const order: string[] = [];
    const answers = [() => Promise.reject<ScreenModule>(loadError()), () => Promise.resolve(good)];
    const { refreshRegistry, deployment, user } = setUp(() => {
      order.push('load');
      return (answers.shift() ?? (() => Promise.reject<ScreenModule>(new Error('asked too often'))))();
    });
    refreshRegistry.mockImplementation(async () => void order.push('registry'));
    deployment.retry.mockImplementation(() => void order.push('put in place'));
    await screen.findByRole('alert');
    await user.click(retry());
    expect(await screen.findByRole('heading', { name: 'Screen audit' })).toBeInTheDocument();
    expect(order).toEqual(['load', 'registry', 'put in place', 'load']);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('W5 Retry that fails again says so again', async () => {
    const errors = [loadError(), new RemoteLoadError('time-out', entry.declaration, 'Nothing complete came.')];
    const { user } = setUp(() => Promise.reject(errors.shift() ?? new Error('asked too often')));
    await screen.findByText('Its server does not answer');
    await user.click(retry());
    expect(await screen.findByText('It took too long to load')).toBeInTheDocument();
    expect(retry()).toBeEnabled();
  });

  it('W5 a screen that throws while rendering stays in its place, and Retry recovers', async () => {
    const state = { isBroken: true };
    function Screen(): ReactNode {
      if (state.isBroken) throw new TypeError('rows is undefined');
      return <h1>Recovered</h1>;
    }
    const module: ScreenModule = { Screen };
    const { caught, user } = setUp(() => Promise.resolve(module), { loaded: () => module });
    expect(await screen.findByRole('alert')).toHaveTextContent('Audit Report cannot be shown');
    expect(details().slice(0, 2)).toEqual(['Reason: It failed while it was shown', 'Detail: rows is undefined']);
    expect(caught).toEqual([new TypeError('rows is undefined')]);
    state.isBroken = false;
    await user.click(retry());
    expect(await screen.findByRole('heading', { name: 'Recovered' })).toBeInTheDocument();
  });

  it('N4 a failed screen does not stand in the place of the next one', async () => {
    const { show } = setUp((_entry, screenId) => (screenId === 'audit' ? Promise.reject(loadError()) : Promise.resolve(good)));
    await screen.findByRole('alert');
    show(other);
    expect(await screen.findByRole('heading', { name: 'Screen reports' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('N4 the code of one screen never stands in for another\'s', async () => {
    const gate: { open?: (module: ScreenModule) => void } = {};
    const { show } = setUp((_entry, screenId) => (screenId === 'audit' ? Promise.resolve({ Screen: () => <h1>Audit</h1> }) : new Promise((resolve) => { gate.open = resolve; })));
    await screen.findByRole('heading', { name: 'Audit' });
    show(other);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Loading Reports');
    gate.open?.(good);
    expect(await screen.findByRole('heading', { name: 'Screen reports' })).toBeInTheDocument();
  });

  it('N4 a screen that comes late is not shown in the place of the next one', async () => {
    const gate: { open?: (module: ScreenModule) => void } = {};
    const { show } = setUp((_entry, screenId) => (screenId === 'audit' ? new Promise((resolve) => { gate.open = resolve; }) : Promise.resolve(good)));
    show(other);
    await screen.findByRole('heading', { name: 'Screen reports' });
    await act(async () => gate.open?.({ Screen: () => <h1>Too late</h1> }));
    expect(screen.getByRole('heading')).toHaveTextContent('Screen reports');
  });

  it('N4 tells the deployment what was shown, and what failed, once each', async () => {
    const { deployment, log } = setUp(() => Promise.resolve(good));
    await screen.findByRole('heading', { name: 'Screen audit' });
    expect(deployment.shown).toHaveBeenCalledTimes(1);
    expect([deployment.failed, log.failed].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
  });

  it('W5 a screen that throws while rendering is a failure of its release, never a shown one', async () => {
    const module: ScreenModule = { Screen: () => { throw new TypeError('rows is undefined'); } };
    const { deployment, log } = setUp(() => Promise.resolve(module), { loaded: () => module });
    await screen.findByRole('alert');
    expect(deployment.shown).not.toHaveBeenCalled();
    expect(deployment.failed).toHaveBeenCalledWith(entry);
    expect(log.failed).toHaveBeenCalledWith('mf-reports', expect.objectContaining({ failure: 'rendering', detail: 'rows is undefined' }));
  });

  it('W5 offers a reload once Retry has failed, and asks when it would cost something', async () => {
    const { guard, user } = setUp(() => Promise.reject(loadError()), { costs: 'A batch is running.' });
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Reload the page' })).not.toBeInTheDocument();
    await user.click(retry());
    await user.click(await screen.findByRole('button', { name: 'Reload the page' }));
    expect(screen.getByText('A batch is running.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(guard.reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    await user.click(screen.getByRole('button', { name: 'Reload the page all the same' }));
    expect(guard.reload).toHaveBeenCalledTimes(1);
  });

  it('D22 says in the screen\'s place that an older version stands in, and lets the operator try the new one', async () => {
    const fallback = { id: 'mf-reports', failedVersion: '1.4.3', wasCanary: false, shownVersion: '1.4.2' };
    const { deployment, user } = setUp(() => Promise.resolve(good), { fallback });
    await screen.findByRole('heading', { name: 'Screen audit' });
    expect(screen.getByText('mf-reports 1.4.3 failed; showing 1.4.2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try the new one' }));
    expect(deployment.tryNewest).toHaveBeenCalledWith('mf-reports');
  });
});
