import { registryEntry } from '../testing/test-registry.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { createRemoteLog, type RemoteRecord } from './remote-log.ts';

const release = registryEntry('mf-x', []);
const failure = (detail = 'boom') => new RemoteLoadError('threw', release.declaration, detail);

function setUp() {
  let at = 0;
  const log = createRemoteLog(() => (at += 1));
  log.uses([release]);
  const record = (): RemoteRecord => {
    const [only] = log.getSnapshot();
    if (!only) throw new Error('the log is empty');
    return only;
  };
  return { log, record };
}

describe('createRemoteLog', () => {
  it('follows a remote from not loaded to ready, with its times', () => {
    const { log, record } = setUp();
    expect(record()).toMatchObject({ state: { status: 'not-loaded' }, release });
    log.loading('mf-x');
    expect(record().state).toEqual({ status: 'loading', at: 1 });
    log.entryLoaded('mf-x', 40);
    log.screenLoaded('mf-x', 'one', 90);
    log.screenLoaded('mf-x', 'one', 2);
    expect(record()).toMatchObject({ state: { status: 'ready' }, entryMs: 40, screenMs: { one: 90 } });
  });

  it('counts attempts of a version, and keeps when and why the last ones failed', () => {
    const { log, record } = setUp();
    log.failed('mf-x', failure());
    log.failed('mf-x', failure('again'));
    expect(record().state).toMatchObject({ status: 'failed', reason: 'threw', detail: 'again', attempts: 2 });
    expect(record().events).toMatchObject([{ version: '1.4.2', reason: 'threw', detail: 'boom' }, { detail: 'again' }]);
    log.uses([
      { ...release, baseUrl: 'http://remotes.test/next/', declaration: { ...release.declaration, version: '1.4.3' } },
    ]);
    log.failed('mf-x', failure());
    expect(record()).toMatchObject({ state: { attempts: 1 }, events: [{}, {}, { version: '1.4.3' }] });
    for (let count = 0; count < 50; count += 1) log.failed('mf-x', failure(`failure ${count}`));
    expect(record().events).toHaveLength(20);
    expect(record().events.at(-1)?.detail).toBe('failure 49');
  });

  it('an error that nobody caught is an event, and leaves the state and the attempts as they are', () => {
    const { log, record } = setUp();
    log.screenLoaded('mf-x', 'one', 5);
    log.uncaught(release, 'uncaught-error', 'TypeError: x');
    expect(record()).toMatchObject({
      state: { status: 'ready' },
      events: [{ version: '1.4.2', reason: 'uncaught-error', detail: 'TypeError: x' }],
    });
    log.failed('mf-x', failure());
    expect(record().state).toMatchObject({ attempts: 1 });
  });

  it('tells its watchers of loads and failures, with the remote as it was and the screen', () => {
    const { log } = setUp();
    const told: unknown[] = [];
    const stop = log.watch(({ record, screenId, outcome }) =>
      told.push([record.release?.declaration.version, screenId, outcome]),
    );
    const error = failure();
    log.screenLoaded('mf-x', 'one', 5);
    log.failed('mf-x', error, 'two');
    stop();
    log.screenLoaded('mf-x', 'one', 5);
    expect(told).toEqual([
      ['1.4.2', 'one', { status: 'loaded', ms: 5 }],
      ['1.4.2', 'two', { status: 'failed', error }],
    ]);
  });

  it('knows refusals, each reason once, also of a remote that never had a release here', () => {
    const { log, record } = setUp();
    const refusals = [
      { id: 'mf-x', message: 'it is not signed' },
      { id: 'mf-y', message: 'it is not signed' },
    ];
    log.refused(refusals);
    log.refused(refusals);
    expect(record().events).toMatchObject([{ reason: 'refused', detail: 'it is not signed' }]);
    expect(log.getSnapshot()[1]).toMatchObject({ id: 'mf-y', release: null, events: [{ reason: 'refused' }] });
  });

  it('gives the same snapshot until something happens, and forgets a remote that is gone', () => {
    const { log } = setUp();
    expect(log.getSnapshot()).toBe(log.getSnapshot());
    log.uses([]);
    expect(log.getSnapshot()).toEqual([]);
  });
});
