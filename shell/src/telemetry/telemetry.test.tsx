import type { TelemetryReport } from '@device-console/shared-lib/contract';
import { createSubject } from '@device-console/shared-lib/console/host';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { nothingDeployed } from '../remotes/remotes-holder.ts';
import { createRemoteLog } from '../remotes/remote-log.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import { observePage } from './observations.ts';
import { startTelemetry } from './telemetry.ts';

const at = (folder: string, more: Partial<ChosenRelease> = {}): ChosenRelease => {
  const entry = registryEntry('mf-x', [declaredScreen('one', { path: 'auditReport' })], { owner: 'X team' });
  return { ...entry, baseUrl: `http://remotes.test/mf-x/${folder}/`, sequence: 7, ...more };
};
const canary = at('1.4.2-ab', { source: 'canary' });

function thrownAt(message: string, ...addresses: readonly string[]): Error {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...addresses.map((address) => `    at onPress (${address}:1:2)`)].join('\n');
  return error;
}

/** What React throws if a node is not where it had put it. */
function nodeGone(...addresses: readonly string[]): DOMException {
  const error = new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
  Object.defineProperty(error, 'stack', { value: thrownAt('x', ...addresses).stack, writable: true });
  return error;
}

/** A page with one release; the test throws at its window. `sent` is what it has reported. */
function setUp({
  release = canary,
  isOffered = true,
  isStarted = true,
}: { release?: ChosenRelease; isOffered?: boolean; isStarted?: boolean } = {}) {
  const log = createRemoteLog(() => 1);
  log.uses([release]);
  const uncaught = jest.fn();
  const { set, ...deployed } = createSubject({ ...nothingDeployed, releases: [release] });
  const releaseManager = { ...deployed, uncaught };
  const sent: TelemetryReport[] = [];
  const observations = observePage(log);
  const start = () =>
    startTelemetry({
      observations,
      log,
      releaseManager,
      maySend: () => true,
      prepare: isOffered ? async (report) => async () => void sent.push(report) : null,
    });
  if (isStarted) start();
  return {
    log,
    uncaught,
    start,
    use: (next: ChosenRelease) => {
      log.uses([next]);
      set({ ...nothingDeployed, releases: [next] });
    },
    error: (error: unknown, more: Partial<ErrorEvent> = {}) =>
      window.dispatchEvent(Object.assign(new Event('error'), { error, message: '', filename: '', ...more })),
    reject: (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
    sent: async () => {
      await jest.advanceTimersByTimeAsync(60_000);
      return sent.flatMap(({ failures }) => failures);
    },
    loads: () => sent.flatMap(({ loads }) => loads),
  };
}

const host = 'http://localhost/remotes.0123456789ab.js';
const own = `${canary.baseUrl}one.0123456789ab.js`;

beforeEach(() => {
  jest.useFakeTimers();
  history.replaceState(null, '', '/auditReport');
  document.body.replaceChildren();
});
afterEach(() => jest.useRealTimers());

describe('whose an error is', () => {
  it.each<[string, Error, string]>([
    ["of a remote's script", thrownAt('x', own), 'mf-x'],
    ["of the console's library that a remote called", thrownAt('x', host, own, host), 'mf-x'],
    ["of a remote's script that takes a node away itself", nodeGone(own, host), 'mf-x'],
    ['of the console itself', thrownAt('x', host), 'shell'],
    ['of no script that is known', new Error('x', {}), 'shell'],
  ])('an error %s', async (_what, error, remote) => {
    const { error: met, sent } = setUp();
    if (error.stack?.includes('telemetry.test')) error.stack = '';
    met(error);
    expect(await sent()).toMatchObject([{ remote, kind: 'uncaught-error', count: 1 }]);
  });

  it('of a remote names its build, screen and team', async () => {
    const { reject, sent } = setUp();
    reject(thrownAt('x is undefined', own));
    expect(await sent()).toEqual([
      {
        remote: 'mf-x',
        version: '1.4.2',
        release: '1.4.2-ab',
        sequence: 7,
        source: 'canary',
        screen: 'one',
        owner: 'X team',
        kind: 'unhandled-rejection',
        message: 'TypeError: x is undefined',
        stack: `at onPress (${own}:1:2)`,
        count: 1,
      },
    ]);
  });

  it('is known by the script where nothing with a stack was thrown', async () => {
    const { error, sent } = setUp();
    error('boom', { message: 'Uncaught boom', filename: own });
    expect(await sent()).toMatchObject([{ remote: 'mf-x', message: 'Uncaught boom', stack: '' }]);
  });

  it('stays that of a build that another has replaced since', async () => {
    const { use, error, sent } = setUp();
    use(at('1.5.0-cd'));
    error(thrownAt('x', own));
    expect(await sent()).toMatchObject([{ release: '1.4.2-ab', source: 'canary' }]);
  });

  it.each<[string, unknown, Partial<ErrorEvent>]>([
    ['a page that an extension has changed, of the console', nodeGone(host), {}],
    ['a page that an extension has changed, under code of a remote', nodeGone(host, own), {}],
    ["a browser's extension", thrownAt('x', 'chrome-extension://abc/a.js'), {}],
    ['a script that the browser does not tell of', null, { message: 'Script error.' }],
    [
      'a layout that takes two rounds',
      null,
      { message: 'ResizeObserver loop completed with undelivered notifications.', filename: 'http://localhost/' },
    ],
  ])('nothing is said of %s', async (_what, thrown, more) => {
    const { error, sent, uncaught } = setUp();
    error(thrown, more);
    expect([await sent(), uncaught.mock.calls]).toEqual([[], []]);
  });

  it('nothing is reported of a preview, whose testers see it on the platform page', async () => {
    const { error, sent, log } = setUp({ release: at('1.4.2-ab', { source: 'preview' }) });
    error(thrownAt('x', own));
    expect(await sent()).toEqual([]);
    expect(log.getSnapshot()[0]?.events).toMatchObject([{ reason: 'uncaught-error' }]);
  });
});

describe('what is counted and sent', () => {
  it('what happened before anybody listened is told too, in bounds', async () => {
    const { start, error, log, sent, loads } = setUp({ isStarted: false });
    log.screenLoaded('mf-x', 'one', 12);
    for (let met = 0; met < 100; met += 1) error(thrownAt('x', own));
    start();
    expect(await sent()).toMatchObject([{ count: 49 }]);
    expect(loads()).toEqual([
      { remote: 'mf-x', version: '1.4.2', release: '1.4.2-ab', sequence: 7, source: 'canary', screen: 'one', ms: 12 },
    ]);
  });

  it("an uncaught error counts for its release and stands in this page's log, reports or none", async () => {
    const { error, sent, uncaught, log } = setUp({ isOffered: false });
    error(thrownAt('no device 356938030000005', own));
    expect(await sent()).toEqual([]);
    expect(uncaught).toHaveBeenCalledWith(canary);
    expect(log.getSnapshot()[0]?.events).toMatchObject([
      { reason: 'uncaught-error', version: '1.4.2', detail: 'TypeError: no device …' },
    ]);
  });

  it('texts hold nothing personal: no IMEI, no address of a person, nothing that was typed', async () => {
    const { error, sent } = setUp();
    document.body.append(Object.assign(document.createElement('input'), { value: 'Maria Braun' }));
    error(thrownAt('no customer Maria Braun, maria@example.com, 356938030000005', `${own}?imei=356938030000005#x`));
    const [failure] = await sent();
    expect(failure?.message).toBe('TypeError: no customer …, …, …');
    expect(failure?.stack).toBe(`at onPress (${own}:1:2)`);
  });

  it.each([
    [
      'rendering',
      new RemoteLoadError('rendering', { id: 'mf-x', version: '1' }, 'x', { cause: thrownAt('x', own) }),
      `at onPress (${own}:1:2)`,
      'TypeError: x',
    ],
    [
      'unreachable',
      new RemoteLoadError('unreachable', { id: 'mf-x', version: '1' }, `${own} could not be loaded.`, {
        cause: thrownAt('y', host),
      }),
      '',
      `${own} could not be loaded.`,
    ],
  ] as const)('a failure of the kind %s', async (kind, error, stack, message) => {
    const { log, sent } = setUp();
    log.failed('mf-x', error, 'one');
    expect(await sent()).toMatchObject([{ kind, message, stack, screen: 'one', source: 'canary', owner: 'X team' }]);
  });

  it('a stack is cut at a frame where it is too long', async () => {
    const { error, sent } = setUp();
    error(thrownAt('x', ...Array.from({ length: 40 }, () => `${canary.baseUrl}${'long/'.repeat(100)}a.js`)));
    const [failure] = await sent();
    expect(failure?.stack.length).toBeLessThanOrEqual(4_000);
    expect(failure?.stack.split('\n').every((line) => line.endsWith('a.js:1:2)'))).toBe(true);
  });
});
