import type { KyselyPlugin } from 'kysely';
import { createGate, databases, endsOf, ENROLLED, fresh, type PersonName, type TestApi } from '../../testing/index.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { createCommandWatch } from './index.ts';

const [imei = '', other = ''] = ENROLLED;
const quick = { every: 10, most: 60_000 };

describe.each(databases)('D17d changes of commands on $name', ({ startInstances }) => {
  const instances = fresh(() => startInstances({ watchTimes: quick }));
  const [first, last] = endsOf(instances);

  const ask = async (api: TestApi, person: PersonName, imeis: readonly string[], seen?: unknown) =>
    (await (await api.as(person)).call('commandChanges', { imeis, seen })).answer;
  const lock = async (api: TestApi, person: PersonName, device: string) =>
    (await api.as(person)).call('lockNotification', { imei: device, action: 'lock', message: '' });

  it('L3 who asks first is answered at once, and told of what happened a moment before', async () => {
    expect(await ask(first, 'admin', [imei])).toMatchObject({ status: 'success', changed: false });
    await lock(first, 'operator', imei);
    expect(await ask(first, 'admin', [other])).toMatchObject({ changed: false });
    expect(await ask(first, 'admin', [other, imei])).toMatchObject({ changed: true });
    first.clock.advance(MINUTE);
    expect(await ask(first, 'admin', [imei])).toMatchObject({ changed: false });
  });

  it('C6 who waits is told of a command and of each state of it, whoever gave it, by whichever server', async () => {
    const { seen } = await ask(first, 'admin', [other, imei]);
    const waiting = ask(first, 'admin', [other, imei], seen);
    await lock(last, 'operator', imei);
    const told = await waiting;
    expect(told).toMatchObject({ changed: true });
    const onItsWay = ask(first, 'admin', [other, imei], told['seen']);
    await last.worker.runOnce();
    expect(await onItsWay).toMatchObject({ changed: true });
  });

  it('a command to another device is no change; without any the wait ends', async () => {
    const watch = createCommandWatch(first.store.db, { every: 10, most: 50 });
    const { seen } = await ask(first, 'admin', [imei]);
    await lock(first, 'operator', other);
    expect(await watch.change([imei], String(seen))).toBe(seen);
  });

  it('a server that is closed keeps nobody waiting', async () => {
    const { seen } = await ask(first, 'admin', [imei]);
    const session = await first.as('admin');
    const waiting = session.call('commandChanges', { imeis: [imei], seen });
    // This later call is answered, so that the earlier one is waiting by now.
    await session.call('homeData');
    await first.server.close();
    expect((await waiting).answer).toMatchObject({ changed: false });
  });

  it('who comes while a closed server takes its last look is answered too', async () => {
    const gate = createGate();
    const held: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await gate.pass();
        return result;
      },
    };
    const watch = createCommandWatch(first.store.db.withPlugin(held), quick);
    const early = watch.change([imei], 'another');
    watch.close();
    await gate.reached;
    const late = watch.change([imei], 'another');
    gate.open();
    for (const told of [early, late]) expect(await told).not.toBe('another');
  });
});
