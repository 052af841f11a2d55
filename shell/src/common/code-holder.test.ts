import { createCodeHolder } from './code-holder.ts';

/** Lets what has been settled be heard. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('createCodeHolder', () => {
  it('fetches nothing before it is wanted, and once', async () => {
    const load = jest.fn(async () => 'code');
    const { begin, getSnapshot } = createCodeHolder(load);
    expect([load.mock.calls.length, getSnapshot()]).toEqual([0, { status: 'loading' }]);
    begin();
    begin();
    await settled();
    begin();
    expect([load.mock.calls.length, getSnapshot()]).toEqual([1, { status: 'ready', code: 'code' }]);
  });

  it('tells a failure, and tries again when it is wanted again', async () => {
    const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('code');
    const { begin, getSnapshot, subscribe } = createCodeHolder(load);
    const heard: string[] = [];
    subscribe(() => heard.push(getSnapshot().status));
    begin();
    await settled();
    expect(getSnapshot()).toEqual({ status: 'failed', message: 'gone' });
    begin();
    await settled();
    expect(heard).toEqual(['failed', 'loading', 'ready']);
  });
});
