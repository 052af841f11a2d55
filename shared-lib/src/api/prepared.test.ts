import { calls } from '../contract/index.ts';
import { failure, recordingFetch, startWire, type Wire } from './test-wire.ts';

const report = { browser: 'Chrome 142', loads: [], failures: [] };

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
  wire.server.answer = wire.sealedReply({ status: 'success', message: '' });
});
afterEach(() => wire.server.close());

describe('a call that is prepared', () => {
  it('W2 is sealed before it is sent, and goes out within the very call of send', async () => {
    const { asked, fetch } = recordingFetch();
    const ready = await wire.client({ fetch }).prepare(calls.platformReport, report, { inBackground: true });
    expect(asked).toEqual([]);
    const answer = ready.send();
    // Nothing was waited for: a page that is being left waits for nothing.
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ keepalive: true, priority: 'low' });
    await expect(answer).resolves.toEqual({ status: 'success', message: '' });
    await expect(wire.opened()).resolves.toEqual({ ...report, user: 'operator@example.com' });
  });

  it('is not in the background unless it says so', async () => {
    const { asked, fetch } = recordingFetch();
    await wire.client({ fetch }).call(calls.platformReport, report);
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
