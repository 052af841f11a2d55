import { setImmediate } from 'node:timers/promises';
import { TooBusy } from '../errors/request-errors.ts';
import { createCapacity } from './capacity.ts';
import { boundPasswords, type Passwords } from './passwords.ts';

describe('capacity', () => {
  const options = { what: 'other things', units: 3, wait: 10, sealed: true };

  it('gives out no more than there is, refuses who waits too long, and counts more than all as all', async () => {
    const capacity = createCapacity(options);
    const giveBack = await capacity.take(2);
    expect(capacity.inUse()).toBe(2);
    await expect(capacity.take(2)).rejects.toEqual(new TooBusy('other things', { retryAfterSeconds: 5, sealed: true }));
    giveBack();
    giveBack();
    const all = await capacity.take(100);
    expect(capacity.inUse()).toBe(3);
    all();
    expect(capacity.inUse()).toBe(0);
  });

  it('serves in the order in which they came, and first who is urgent', async () => {
    const capacity = createCapacity({ ...options, wait: 60_000 });
    const giveBack = await capacity.take(3);
    const served: string[] = [];
    const wait = async (name: string, urgent?: 'urgent') => {
      const done = await capacity.take(3, urgent);
      served.push(name);
      done();
    };
    const all = [wait('first'), wait('second'), wait('third', 'urgent')];
    giveBack();
    await Promise.all(all);
    expect(served).toEqual(['third', 'first', 'second']);
  });
});

describe('passwords', () => {
  it('two are worked on at once, and the next one when one of them is done', async () => {
    const begun: (() => void)[] = [];
    const slow: Passwords = {
      hash: () => new Promise((done) => void begun.push(() => done('hash'))),
      verify: () => new Promise((done) => void begun.push(() => done(true))),
    };
    const bounded = boundPasswords(slow);
    const all = [bounded.hash('one'), bounded.verify('hash', 'two'), bounded.verify(undefined, 'three')];
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(begun).toHaveLength(2);
    begun[0]?.();
    expect(await all[0]).toBe('hash');
    while (begun.length < 3) await setImmediate();
    begun[1]?.();
    begun[2]?.();
    expect(await Promise.all(all)).toEqual(['hash', true, true]);
  });
});
