import { afterPaint } from './after-paint.ts';

/** Frames come only when the test asks for one. */
function framesByHand(): { readonly paint: () => void } {
  let callback: FrameRequestCallback = () => {
    throw new Error('no frame was asked for');
  };
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((next) => {
    callback = next;
    return 1;
  });
  return { paint: () => callback(0) };
}

afterEach(() => jest.restoreAllMocks());

it('waits for a frame', async () => {
  const { paint } = framesByHand();
  let isDone = false;
  const painted = afterPaint().then(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  expect(isDone).toBe(false);
  paint();
  await painted;
});

it('does not wait in a hidden page, nor in one that is hidden meanwhile', async () => {
  framesByHand();
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await afterPaint();
  visibility.mockReturnValue('visible');
  const waiting = afterPaint();
  document.dispatchEvent(new Event('visibilitychange'));
  await waiting;
});
