import type { KyselyPlugin } from 'kysely';
import { createGate, databases, endsOf, ENROLLED, fresh } from '../../testing/index.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { createCommandWatch } from './index.ts';

const [imei = '', other = ''] = ENROLLED;
const quick = { every: 10, most: 60_000 };

describe.each(databases)('D17d changes of commands on $name', ({ startInstances }) => {
  const instances = fresh(() => startInstances({ watchTimes: quick }));
  const [first, last] = endsOf(instances);

  const admin = fresh(() => first.as('admin'));
  const ask = (imeis: readonly string[], seen?: unknown) => admin.ask('commandChanges', { imeis, seen });
  const lock = async (device: string, api = first) => (await api.as('operator')).send(device);

  it('L3 who asks first is answered at once, and told of what happened a moment before', async () => {
    expect(await ask([imei])).toMatchObject({ status: 'success', changed: false });
    await lock(imei);
    expect(await ask([other])).toMatchObject({ changed: false });
    expect(await ask([other, imei])).toMatchObject({ changed: true });
    first.clock.advance(MINUTE);
    expect(await ask([imei])).toMatchObject({ changed: false });
  });

  it('C6 who waits is told of a command and of each state of it, whoever gave it, by whichever server', async () => {
    const { seen } = await ask([other, imei]);
    const waiting = ask([other, imei], seen);
    await lock(imei, last);
    const told = await waiting;
    expect(told).toMatchObject({ changed: true });
    const onItsWay = ask([other, imei], told['seen']);
    await last.worker.runOnce();
    expect(await onItsWay).toMatchObject({ changed: true });
  });

  it('a command to another device is no change; without any the wait ends', async () => {
    const watch = createCommandWatch(first.store.db, { every: 10, most: 50 });
    const { seen } = await ask([imei]);
    await lock(other);
    expect(await watch.change([imei], String(seen))).toBe(seen);
  });

  it('who waits is answered at once where a server is about to be stopped; whoever asks later waits', async () => {
    const watch = createCommandWatch(first.store.db, quick);
    const { seen } = await ask([imei]);
    const early = watch.change([imei], String(seen));
    watch.answer();
    expect(await early).toBe(seen);
    const late = watch.change([imei], String(seen));
    await lock(imei);
    expect(await late).not.toBe(seen);
    watch.close();
  });

  it('a server that is closed keeps nobody waiting', async () => {
    const { seen } = await ask([imei]);
    const waiting = ask([imei], seen);
    // This later call is answered, so that the earlier one is waiting by now.
    await admin.call('homeData');
    await first.server.close();
    expect(await waiting).toMatchObject({ changed: false });
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
