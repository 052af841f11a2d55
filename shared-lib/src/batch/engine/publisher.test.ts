import { TestClock } from '../testing/test-clock.ts';
import { Publisher } from './publisher.ts';

function published() {
  const clock = new TestClock();
  const publisher = new Publisher(clock, 0);
  const told: { readonly at: number; readonly value: number }[] = [];
  const begun = clock.now();
  publisher.subscribe(() => told.push({ at: clock.now() - begun, value: publisher.getSnapshot() }));
  return { clock, publisher, told };
}

describe('what a batch tells its screens', () => {
  it('B8 D23 progress is told five times a second, and the last of it at the end', async () => {
    const { clock, publisher, told } = published();
    let done = 0;
    publisher.show(() => done);
    for (let step = 0; step < 100; step += 1) {
      done += 1;
      publisher.progressed();
      await clock.pass(10);
    }
    await clock.pass(1000);
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.length).toBeLessThanOrEqual(7);
    expect(told.at(-1)?.value).toBe(100);
  });

  it('B8 D11 a change of state waits for no more than the next frame, also in the middle of progress', async () => {
    const { clock, publisher, told } = published();
    publisher.show(() => 1);
    await clock.pass(20);
    publisher.progressed();
    await clock.pass(20);
    expect(told).toHaveLength(1);
    publisher.show(() => 2);
    await clock.pass(20);
    expect(told.map(({ value }) => value)).toEqual([1, 2]);
    // What waited of the progress was told with it.
    await clock.pass(1000);
    expect(told).toHaveLength(2);
  });
});
