import { calls } from '../contract/index.ts';
import type { WireServer } from './test-server.ts';
import { failure, lock, startWire, type Wire } from './test-wire.ts';

let wire: Wire;
beforeEach(async () => {
  wire = await startWire();
});
afterEach(() => wire.server.close());

describe('D11 D12 without an answer', () => {
  const never: WireServer['answer'] = (_request, response) => {
    response.on('close', () => undefined);
  };

  it('D11 a time-out leaves the outcome unknown', async () => {
    wire.server.answer = never;
    const error = await failure(wire.client({ timeoutMs: 40 }).call(calls.lockNotification, lock));
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    expect(error.message).toBe(
      'locknotification.php: no answer within 0.04 seconds; check whether it was done, then try again.',
    );
  });

  it('D11 the time-out covers the body as well as the head', async () => {
    wire.server.answer = (_request, response) => {
      response.writeHead(200).write('{"payload":');
    };
    await expect(failure(wire.client().call(calls.homeData, {}, { timeoutMs: 60 }))).resolves.toMatchObject({
      kind: 'timeout',
    });
  });

  it('D12 giving up before sending sends nothing; later it is unknown', async () => {
    const early = await failure(wire.client().call(calls.lockNotification, lock, { signal: AbortSignal.abort() }));
    expect(early).toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
    expect(wire.server.requests).toHaveLength(0);
    const controller = new AbortController();
    wire.server.answer = () => controller.abort();
    const late = await failure(wire.client().call(calls.lockNotification, lock, { signal: controller.signal }));
    expect(late).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  });

  it('D12 a server that is gone may not have got it', async () => {
    const gone = wire.client();
    await wire.server.close();
    const error = await failure(gone.call(calls.lockNotification, lock));
    expect(error).toMatchObject({ kind: 'network', outcome: 'unknown', httpStatus: undefined });
    expect(error.message).toBe(
      'locknotification.php: the server could not be reached; check whether it was done, then try again.',
    );
    const read = await failure(gone.call(calls.deviceDetails, { imei: lock.imei }));
    expect(read.message).toBe('devicedetails.php: the server could not be reached; try again.');
  });

  it('D12 a connection that breaks in the middle of the answer is a network error', async () => {
    wire.server.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"payl', () => response.destroy());
    };
    await expect(failure(wire.client().call(calls.homeData, {}))).resolves.toMatchObject({
      kind: 'network',
      outcome: 'unknown',
    });
  });
});
