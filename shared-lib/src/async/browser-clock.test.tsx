import { browserClock } from './browser-clock.ts';

it('D16 a frame comes once, in a hidden page too', async () => {
  const frames: FrameRequestCallback[] = [];
  const draw = jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  let told = 0;
  await new Promise<void>((resolve) =>
    browserClock.frame(() => {
      told += 1;
      resolve();
    }),
  );
  frames.forEach((frame) => frame(0));
  expect(told).toBe(1);
  draw.mockRestore();
});
