import { act, renderHook } from '@testing-library/react';
import { useCode } from './index.ts';

it('code is fetched once when its part is shown, and again after a failure when it is asked for', async () => {
  const answers = [Promise.reject(new Error('gone')), Promise.resolve('the part')];
  answers[0]?.catch(() => undefined);
  let count = 0;
  const load = () => answers[count++] ?? Promise.reject(new Error('asked for too often'));
  const { result, rerender } = renderHook(() => useCode(load));
  expect(result.current.state.status).toBe('loading');
  await act(async () => rerender());
  expect(result.current.state).toMatchObject({ status: 'failed', last: null, error: new Error('gone') });
  await act(async () => result.current.retry());
  expect(result.current.state).toEqual({ status: 'ready', last: 'the part' });
  expect(count).toBe(2);
});
