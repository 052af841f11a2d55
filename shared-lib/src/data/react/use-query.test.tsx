import { act, renderHook } from '@testing-library/react';
import { held, type Held } from '../../testing/index.ts';
import { useQuery } from './index.ts';

describe('useQuery', () => {
  /** A server that answers when the test says so. */
  function setUp() {
    const questions: (Held<string> & { readonly signal: AbortSignal })[] = [];
    const run = (_: string, signal: AbortSignal): Promise<string> => {
      const answer = held<string>();
      questions.push({ ...answer, signal });
      return answer.promise;
    };
    const { result, unmount } = renderHook(() => useQuery(run));
    const question = (index: number) => {
      const found = questions[index];
      if (!found) throw new Error(`Question ${index} was not asked.`);
      return found;
    };
    return { result, unmount, question, questions };
  }

  it('the newest question wins, whichever answer comes last', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.ask('b'));
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(1).give('B'));
    await act(async () => question(0).refuse(new Error('aborted')));
    expect(result.current.state).toEqual({ status: 'ready', last: 'B' });
  });

  it('a refetch asks in the background, once more after an answer that is still out', async () => {
    const { result, question, questions } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.refetch('a'));
    act(() => result.current.refetch('a'));
    expect(questions).toHaveLength(1);
    await act(async () => question(0).give('A'));
    expect(questions).toHaveLength(2);
    expect(result.current.state).toEqual({ status: 'ready', last: 'A' });
    await act(async () => question(1).give('A2'));
    expect(questions).toHaveLength(2);
    expect(result.current.state).toEqual({ status: 'ready', last: 'A2' });
  });

  it('a failure keeps the last answer and names its error; asking again keeps it too', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: null });
    await act(async () => question(0).give('A'));
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
    await act(async () => question(1).refuse(new Error('gone')));
    expect(result.current.state).toEqual({ status: 'failed', last: 'A', error: new Error('gone') });
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
  });

  it('stop gives the question up and keeps the last answer', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.stop());
    expect(question(0).signal.aborted).toBe(true);
    expect(result.current.state).toEqual({ status: 'idle', last: null });
    act(() => result.current.ask('b'));
    await act(async () => question(1).give('B'));
    act(() => result.current.ask('c'));
    act(() => result.current.stop());
    await act(async () => question(2).give('C'));
    expect(result.current.state).toEqual({ status: 'ready', last: 'B' });
  });

  it('reset forgets the answer, and the one that is still out', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.reset());
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(0).give('A'));
    expect(result.current.state).toEqual({ status: 'idle', last: null });
  });

  it('gives the question up when the screen goes away', () => {
    const { result, question, unmount } = setUp();
    act(() => result.current.ask('a'));
    unmount();
    expect(question(0).signal.aborted).toBe(true);
  });
});
