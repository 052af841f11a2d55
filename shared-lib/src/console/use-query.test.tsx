import { act, renderHook } from '@testing-library/react';
import { failOnConsole } from '../testing/index.ts';
import { useQuery } from './index.ts';

failOnConsole();

/** A server that answers when the test says so. */
function setUp() {
  const questions: {
    readonly input: string;
    readonly signal: AbortSignal;
    readonly answer: (text: string) => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const run = (input: string, signal: AbortSignal): Promise<string> =>
    new Promise((answer, fail) => {
      questions.push({ input, signal, answer, fail });
    });
  const { result, unmount } = renderHook(() => useQuery(run));
  const question = (index: number) => {
    const found = questions[index];
    if (!found) throw new Error(`Question ${index} was not asked.`);
    return found;
  };
  return { result, unmount, question, questions };
}

describe('useQuery', () => {
  it('goes from idle over loading to the answer', async () => {
    const { result, question } = setUp();
    expect(result.current.state).toEqual({ status: 'idle', last: null });
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: null });
    await act(async () => question(0).answer('A'));
    expect(result.current.state).toEqual({ status: 'ready', last: 'A' });
  });

  it('the newest question wins, whichever answer comes last', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.ask('b'));
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(1).answer('B'));
    await act(async () => question(0).answer('A'));
    expect(result.current.state).toEqual({ status: 'ready', last: 'B' });
  });

  it('the failure of a question that was given up is not shown', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.ask('b'));
    await act(async () => question(0).fail(new Error('aborted')));
    expect(result.current.state).toEqual({ status: 'loading', last: null });
  });

  it('a look asks in the background, unless an answer is out', async () => {
    const { result, question, questions } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.look('a'));
    expect(questions).toHaveLength(1);
    await act(async () => question(0).answer('A'));
    act(() => result.current.look('a'));
    act(() => result.current.look('a'));
    expect(questions).toHaveLength(2);
    expect(result.current.state).toEqual({ status: 'ready', last: 'A' });
    await act(async () => question(1).answer('A2'));
    expect(result.current.state).toEqual({ status: 'ready', last: 'A2' });
  });

  it('a failure keeps the last answer and names its error; asking again keeps it too', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    await act(async () => question(0).answer('A'));
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
    await act(async () => question(1).fail('gone'));
    expect(result.current.state).toEqual({ status: 'failed', last: 'A', error: new Error('gone') });
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
  });

  it('reset forgets the answer, and the one that is still out', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.reset());
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(0).answer('A'));
    expect(result.current.state).toEqual({ status: 'idle', last: null });
  });

  it('gives the question up when the screen goes away', () => {
    const { result, question, unmount } = setUp();
    act(() => result.current.ask('a'));
    unmount();
    expect(question(0).signal.aborted).toBe(true);
  });
});
