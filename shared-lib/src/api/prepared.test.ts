import { calls } from '../contract/index.ts';
import type { ApiClientOptions } from './index.ts';
import { failure, startWire, type Wire } from './test-wire.ts';

const report = { browser: 'Chrome 142', loads: [], failures: [] };

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
  wire.server.answer = wire.sealedReply({ status: 'success', message: '' });
});
afterEach(() => wire.server.close());

describe('a call that is prepared', () => {
  it('W2 is sealed before it is sent, and goes out within the very call of send', async () => {
    const asked: RequestInit[] = [];
    const fetching: ApiClientOptions['fetch'] = (url, init) => {
      asked.push(init);
      return fetch(url, init);
    };
    const ready = await wire.client({ fetch: fetching }).prepare(calls.platformReport, report, { inBackground: true });
    expect(asked).toEqual([]);
    const answer = ready.send();
    // Nothing was waited for: a page that is being left waits for nothing.
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ keepalive: true, priority: 'low', credentials: 'omit', cache: 'no-store' });
    await expect(answer).resolves.toEqual({ status: 'success', message: '' });
    const { payload, transactionId } = JSON.parse(wire.server.requests[0]?.body ?? '');
    const context = { direction: 'request', method: 'POST', path: 'platformReport.php', transactionId } as const;
    await expect(wire.codec.open({ payload, transactionId }, context)).resolves.toEqual({
      ...report,
      user: 'operator@example.com',
    });
  });

  it('is not in the background unless it says so', async () => {
    const asked: RequestInit[] = [];
    const fetching: ApiClientOptions['fetch'] = (url, init) => {
      asked.push(init);
      return fetch(url, init);
    };
    await wire.client({ fetch: fetching }).call(calls.platformReport, report);
    expect(Object.keys(asked[0] ?? {})).not.toContain('keepalive');
    expect(Object.keys(asked[0] ?? {})).not.toContain('priority');
  });

  it('S8 in the background, a session that is over is told to the caller alone', async () => {
    const over = jest.fn();
    wire.server.answer = wire.sealedReply({ status: 'error', message: 'Authorization Failed' }, 401);
    const ready = await wire
      .client({ onAuthorizationFailed: over })
      .prepare(calls.platformReport, report, { inBackground: true });
    expect(await failure(ready.send())).toMatchObject({ kind: 'authorization', outcome: 'refused' });
    expect(over).not.toHaveBeenCalled();
  });
});
