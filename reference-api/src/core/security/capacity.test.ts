import { setImmediate } from 'node:timers/promises';
import { createCapacity } from './capacity.ts';
import { boundPasswords, type Passwords } from './passwords.ts';

it('capacity serves in the order of coming, first who is urgent, and counts more than all as all', async () => {
  const capacity = createCapacity({ what: 'other things', units: 3, wait: 60_000, sealed: true });
  const giveBack = await capacity.take(100);
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

it('two passwords are worked on at once, and the next one when one of them is done', async () => {
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
