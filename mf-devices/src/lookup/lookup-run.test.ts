import { setMaxListeners } from 'node:events';
import { ApiError, type ApiFailureKind } from '@device-console/shared-lib/api';
import type { DeviceRow } from '@device-console/shared-lib/contract';
import { TestClock } from '@device-console/shared-lib/testing';
import { type LookupOptions, LookupRun, type LookupState, MOST_UNDER_WAY } from './lookup-run.ts';

const FIRST_IMEI = 350_000_000_000_000;

function device(imei: string, more: Partial<DeviceRow> = {}): DeviceRow {
  return {
    imei1: imei,
    imei2: '',
    claimstatus: 'ENROLLED',
    registrationstatus: '',
    appversion: '',
    apptype: '',
    command: '',
    createdat: '',
    state: '',
    ...more,
  };
}

function failure(kind: ApiFailureKind, message: string = kind, retryAfterSeconds?: number): ApiError {
  const outcome = kind === 'business' ? 'refused' : 'unknown';
  return new ApiError({ kind, message, callPath: 'devicedetails.php', transactionId: 'x', outcome, retryAfterSeconds });
}

/** A server; the test gives its answers one by one, in any order. */
function openDesk(
  count: number,
  { clock = new TestClock(), ...options }: Partial<LookupOptions> & { readonly clock?: TestClock } = {},
) {
  const asked: {
    readonly imei: string;
    readonly answer: (rows: readonly DeviceRow[]) => void;
    readonly fail: (error: Error) => void;
    isOpen: boolean;
  }[] = [];
  const ask: LookupOptions['ask'] = (imei, signal) =>
    new Promise((resolve, reject) => {
      const close = () => {
        question.isOpen = false;
        signal.removeEventListener('abort', abort);
      };
      const abort = () => question.fail(failure('aborted'));
      const question = {
        imei,
        isOpen: true,
        answer: (rows: readonly DeviceRow[]) => {
          close();
          resolve(rows);
        },
        fail: (error: Error) => {
          close();
          reject(error);
        },
      };
      setMaxListeners(2 * MOST_UNDER_WAY, signal);
      signal.addEventListener('abort', abort);
      asked.push(question);
    });
  const imeis = Float64Array.from({ length: count }, (_, index) => FIRST_IMEI + index);
  const run = new LookupRun({ fileName: 'devices.csv', imeis, ask, clock, ...options });
  const open = () => asked.filter(({ isOpen }) => isOpen);
  const answerAll = async (): Promise<void> => {
    while (open().length > 0) {
      for (const { imei, answer } of open()) answer([device(imei)]);
      await clock.pass(16);
    }
  };
  const failAll = async (error: () => Error): Promise<void> => {
    for (const { fail } of open()) fail(error());
    await clock.pass(16);
  };
  const state = async (): Promise<LookupState> => {
    await clock.pass(16);
    return run.getSnapshot();
  };
  return { run, clock, asked, open, answerAll, failAll, state };
}

const imeisOf = ({ view: { rows } }: LookupState): readonly string[] => rows.map(({ imei1 }) => imei1);
const fileOrder = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(FIRST_IMEI + index));

describe('the lookups of a file', () => {
  it('L5 asks for 50 at once and never for more', async () => {
    let underWay = 0;
    let most = 0;
    const clock = new TestClock();
    const { run } = openDesk(500, {
      clock,
      ask: async (imei) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => clock.delay(1 + (Number(imei) % 7), () => resolve(undefined)));
        underWay -= 1;
        return [device(imei)];
      },
    });
    await clock.until(() => run.getSnapshot().status === 'finished');
    expect(most).toBe(MOST_UNDER_WAY);
    expect(imeisOf(run.getSnapshot())).toEqual(fileOrder(500));
  });

  it('L2 keeps IMEIs without a device apart, leading zeros included', async () => {
    const { asked, state } = openDesk(1, { imeis: Float64Array.of(4_999_010_640_000) });
    asked[0]?.answer([]);
    const { status, view } = await state();
    expect([status, view.found, view.unknown]).toEqual(['finished', 0, ['004999010640000']]);
  });

  it('L2 tells its listeners once a frame', async () => {
    const { run, clock, open } = openDesk(50);
    const told = jest.fn();
    await clock.pass(16);
    run.subscribe(told);
    for (const { imei, answer } of open()) answer([device(imei)]);
    await clock.pass(16);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('L2 a cancelled run keeps what is there, and goes on with exactly the rest', async () => {
    const { run, asked, open, answerAll, state } = openDesk(120);
    for (const { imei, answer } of open().slice(10, 30)) answer([device(imei)]);
    await state();
    run.cancel();
    const paused = await state();
    expect(paused).toMatchObject({ status: 'paused', why: 'operator', view: { done: 20, total: 120 } });
    expect(open()).toHaveLength(0);
    const before = asked.length;
    run.goOn();
    await answerAll();
    expect(asked.length - before).toBe(100);
    const end = await state();
    expect(end.status).toBe('finished');
    expect(imeisOf(end)).toEqual(fileOrder(120));
  });

  it('L2 D11 rests when the server is not reached, and pauses after three tries; no failure is listed', async () => {
    const { run, asked, clock, answerAll, failAll, state } = openDesk(1_000);
    for (const restMs of [1_000, 2_000, 4_000]) {
      await failAll(() => failure('network', 'The server cannot be reached.'));
      expect(await state()).toMatchObject({ status: 'running', retryReason: 'The server cannot be reached.' });
      await clock.pass(restMs);
    }
    await failAll(() => failure('network', 'The server cannot be reached.'));
    expect(await state()).toMatchObject({
      status: 'paused',
      why: 'network',
      view: { done: 0, failures: { length: 0 } },
    });
    expect(asked).toHaveLength(4 * MOST_UNDER_WAY);
    run.goOn();
    await answerAll();
    expect(imeisOf(await state())).toEqual(fileOrder(1_000));
  });

  it('L2 D11 one lost connection among good answers does not pause it', async () => {
    const { run, asked, clock, answerAll } = openDesk(300);
    for (let round = 0; round < 6; round += 1) {
      asked.find(({ isOpen }) => isOpen)?.fail(failure('network'));
      await clock.pass(16);
      for (const { imei, answer } of asked.filter(({ isOpen }) => isOpen).slice(0, 5)) answer([device(imei)]);
      await clock.pass(1_000);
    }
    expect(run.getSnapshot().status).toBe('running');
    await answerAll();
    await clock.until(() => run.getSnapshot().status === 'finished');
    expect(imeisOf(run.getSnapshot())).toEqual(fileOrder(300));
  });

  it('D2a waits as long as a busy server asks for', async () => {
    const { asked, clock, open, failAll, answerAll, state } = openDesk(60);
    await failAll(() => failure('throttled', 'Too many requests.', 7));
    expect(await state()).toMatchObject({ status: 'running', retryReason: 'Too many requests.' });
    expect(open()).toHaveLength(0);
    await clock.pass(6_900);
    expect(asked).toHaveLength(MOST_UNDER_WAY);
    await clock.pass(100);
    await answerAll();
    expect(imeisOf(await state())).toEqual(fileOrder(60));
  });

  it('L2 D11 pauses after fifty unclear answers in a row instead of failing them all', async () => {
    const { run, failAll, answerAll, state } = openDesk(5_000);
    await failAll(() => failure('server', 'The server failed.'));
    expect(await state()).toMatchObject({
      status: 'paused',
      why: 'failing',
      message: 'The server failed.',
      view: { done: 50, failures: { length: 50 } },
    });
    run.goOn();
    await answerAll();
    run.retryFailures();
    await answerAll();
    const end = await state();
    expect(end).toMatchObject({ status: 'finished', view: { failures: { length: 0 } } });
    expect(imeisOf(end)).toEqual(fileOrder(5_000));
  });

  it.each(['authorization', 'forbidden'] as const)(
    'S8 N5 stops at once when the server says %s, and loses no IMEI',
    async (kind) => {
      const { run, asked, open, answerAll, state } = openDesk(100);
      asked[7]?.fail(failure(kind, 'Authorization Failed'));
      expect(await state()).toMatchObject({
        status: 'paused',
        why: kind,
        message: 'Authorization Failed',
        view: { done: 0 },
      });
      expect(open()).toHaveLength(0);
      run.goOn();
      await answerAll();
      expect(imeisOf(await state())).toEqual(fileOrder(100));
    },
  );

  it('L2 an error that is no failed call ends the run with its message', async () => {
    const { asked, open, state } = openDesk(100);
    asked[0]?.fail(new TypeError('rows is not iterable'));
    expect(await state()).toMatchObject({ status: 'failed', message: 'rows is not iterable' });
    expect(open()).toHaveLength(0);
  });

  it('L2 tells its rate', async () => {
    const clock = new TestClock();
    const { run } = openDesk(1_000, {
      clock,
      ask: (imei) => new Promise((resolve) => clock.delay(500, () => resolve([device(imei)]))),
    });
    await clock.pass(5_000);
    const { view } = run.getSnapshot();
    expect(view.perSecond).toBeGreaterThan(80);
    expect(view.perSecond).toBeLessThan(125);
  });
});
