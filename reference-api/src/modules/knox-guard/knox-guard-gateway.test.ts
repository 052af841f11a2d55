import { readFile } from 'node:fs/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { AskedCommand, SubmittedCommand } from '../../core/gateway/device-gateway.ts';
import { standardTimes } from '../../core/gateway/worker-parts.ts';
import { DAY, MINUTE } from '../../core/time/clock.ts';
import { fresh } from '../../testing/fixtures.ts';
import { startKnoxStandIn } from '../../testing/knox-guard/knox-stand-in.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { newFolder } from '../../testing/test-run.ts';
import { createKnoxGuardGateway, FAULTS_IN_A_ROW } from './knox-guard-gateway.ts';
import { readKnoxCredentials } from './credentials.ts';

const IMEI = '356938030000005';
const OTHER = '356938030000013';
const EPOCH = 'a2a06a0c-5a5c-4a5e-8f61-4a9a6b6f0001';
const UID = '5e0f8c1d-1111-5222-8333-444455556666';

const submitted = (action: string, more: Partial<SubmittedCommand> = {}): SubmittedCommand => ({
  ...{ key: `${EPOCH}.${UID}`, imei: IMEI, action, payload: {}, expiresAt: '2999-01-01T00:00:00.000Z' },
  isRepeat: false,
  ...more,
});
const asked = (action: string, more: Partial<AskedCommand> = {}): AskedCommand => ({
  ...{ key: `${EPOCH}.${UID}`, imei: IMEI, action, isAccepted: true, wasSent: true },
  ...more,
});

async function start(lasting = standardTimes) {
  const clock = new TestClock();
  const knox = await startKnoxStandIn({ clock });
  knox.add([IMEI, OTHER]);
  const credentials = readKnoxCredentials(await knox.writeCredentials(newFolder()));
  const settings = { url: knox.url, credentials, contact: '+91 90000 00001', lockMessage: 'Please pay.' };
  const gateway = createKnoxGuardGateway(settings, clock, lasting);
  const claim = { isHeld: () => true };
  return {
    clock,
    claim,
    knox,
    gateway,
    submit: async (...commands: readonly SubmittedCommand[]) => {
      const reply = await gateway.submit(commands, () => claim.isHeld());
      if (reply.kind !== 'answered') throw new Error(reply.reason);
      return { stop: reply.stop, outcomes: commands.map(({ key }) => reply.answer.get(key)) };
    },
    ask: async (command: AskedCommand) => {
      const reply = await gateway.ask([command]);
      if (reply.kind !== 'answered') throw new Error(reply.reason);
      return reply.answer.get(command.key);
    },
    taken: (imei = IMEI) => knox.devices.get(imei)?.taken.map(({ call }) => call) ?? [],
    async close() {
      await gateway.close?.();
      await knox.close();
    },
  };
}

describe('calls of Knox Guard', () => {
  const run = fresh(() => start());

  it('D17c a call has a signed access token, our transaction id and a body as recorded', async () => {
    const recorded = JSON.parse(await readFile(new URL('recorded-calls.json', import.meta.url), 'utf8')) as object[];
    await run.submit(submitted('lock'));
    await run.submit(submitted('notify', { payload: { header: 'Reminder', message: 'Your instalment is due.' } }));
    await run.ask(asked('lock'));
    run.clock.advance(MINUTE);
    await run.submit(submitted('unlock', { key: `${EPOCH}.${UID}.2` }));
    await run.submit(submitted('release'));
    const [token, ...calls] = run.knox.seen;
    const said = calls.map(({ path, headers, body }) => {
      const { 'content-type': type, 'x-knox-transactionid': id, 'x-knox-apitoken': apiToken } = headers;
      expect(decodeProtectedHeader(String(apiToken))).toEqual({ alg: 'RS512' });
      expect(decodeJwt(String(apiToken))).toMatchObject({
        accessToken: expect.any(String),
        publicKey: run.knox.keys.Public,
        aud: 'KnoxWSM',
        jti: expect.any(String),
      });
      return { path, type, transactionId: path.endsWith('/list') ? 'any' : id, body };
    });
    expect(said).toEqual(recorded);
    expect(token).toMatchObject({
      path: '/ams/v1/users/accesstoken',
      body: { base64EncodedStringPublicKey: run.knox.keys.Public, validityForAccessTokenInMinutes: 30 },
    });
    const request = token?.body as { clientIdentifierJwt: string } | undefined;
    const { iat = 0, exp = 0, ...claims } = decodeJwt(request?.clientIdentifierJwt ?? '');
    expect(claims).toMatchObject({ clientIdentifier: run.knox.clientIdentifier, aud: 'KnoxWSM' });
    expect(exp - iat).toBe(30 * 60);
  });

  it('D17c a command is accepted, and acknowledged once the phone is in its state', async () => {
    for (const [action, time] of [
      ['lock', MINUTE],
      ['unlock', MINUTE],
      ['release', 2 * DAY],
    ] as const) {
      expect((await run.submit(submitted(action))).outcomes).toEqual([{ status: 'accepted' }]);
      expect(await run.ask(asked(action))).toEqual({ status: 'accepted' });
      run.clock.advance(time);
      expect(await run.ask(asked(action))).toEqual({ status: 'acknowledged' });
    }
    expect(run.taken()).toEqual(['devices/lock', 'devices/unlock', 'devices/complete']);
  });

  it('D17c a message that was taken is sent for good: Knox Guard says no more of it, and is not asked', async () => {
    const { outcomes } = await run.submit(submitted('notify', { payload: { message: 'Hello' } }));
    expect(outcomes).toEqual([{ status: 'accepted', isLast: true }]);
    const calls = run.knox.seen.length;
    expect(await run.ask(asked('notify'))).toEqual({ status: 'accepted', isLast: true });
    expect(await run.ask(asked('notify', { isAccepted: false }))).toMatchObject({ status: 'unclear', isLast: true });
    expect(run.knox.seen).toHaveLength(calls);
  });

  it('D17c a state that something else has brought about acknowledges nothing', async () => {
    await run.submit(submitted('lock'));
    await run.submit(submitted('unlock'));
    run.clock.advance(MINUTE);
    expect(await run.ask(asked('lock'))).toEqual({
      status: 'unclear',
      reason: 'Knox Guard says that the phone is "Active": it has not done it, or something came after.',
    });
    run.knox.devices.delete(IMEI);
    expect(await run.ask(asked('release'))).toMatchObject({
      status: 'unclear',
      reason: expect.stringMatching(/no device with this IMEI/),
    });
  });

  it.each(['setwallpaper', 'disablecamera', 'blockapp', 'credit', 'REBOOT', 'toString'])(
    'D17c "%s" fails unsent: Knox Guard has no command for it',
    async (action) => {
      const reason = `Knox Guard has no command for "${action}". Nothing was sent.`;
      expect((await run.submit(submitted(action))).outcomes).toEqual([{ status: 'failed', reason }]);
      expect(run.knox.seen).toEqual([]);
    },
  );

  it('D17c nothing goes to ALL', async () => {
    const reason = 'Knox Guard sends nothing to ALL devices. Nothing was sent.';
    expect((await run.submit(submitted('lock', { imei: 'ALL' }))).outcomes).toEqual([{ status: 'failed', reason }]);
    expect(run.knox.seen).toEqual([]);
  });

  it('D17c an IMEI unknown to Knox Guard, or in a state without control, fails with its words', async () => {
    const unknown = await run.submit(submitted('lock', { imei: '356938030000021' }));
    expect(unknown.outcomes).toEqual([
      {
        status: 'failed',
        reason:
          'Knox Guard answered 404 to devices/lock: DEVICE_NOT_FOUND The device "356938030000021" does not exist. ' +
          '(4040300)',
      },
    ]);
    run.knox.add([OTHER], { status: 'Pending' });
    const pending = await run.submit(submitted('lock', { imei: OTHER }));
    expect(pending).toMatchObject({
      outcomes: [{ status: 'failed', reason: expect.stringMatching(/The device is Pending/) }],
    });
    expect(pending.stop).toBeUndefined();
  });

  it.each([
    ['lock', 'drop-after', 'accepted', 1],
    ['lock', 'drop-before', 'accepted', 1],
    ['lock', 'garbage', 'accepted', 1],
    ['release', 'drop-after', 'accepted', 1],
    ['notify', 'drop-after', 'unclear', 1],
    ['notify', 'drop-before', 'unclear', 0],
  ] as const)('D17c before %s is repeated after %s, its state is asked: %s', async (action, kind, status, taken) => {
    const command = submitted(action, { payload: { message: 'Hello' } });
    run.knox.behave({ faults: [{ kind, times: 1 }] });
    const first = await run.submit(command);
    expect(first).toMatchObject({ stop: undefined, outcomes: [{ status: 'later', surelyNotTaken: false }] });
    expect((await run.submit({ ...command, isRepeat: true })).outcomes).toMatchObject([{ status }]);
    expect(run.taken()).toHaveLength(taken);
  });

  it('D17c a repetition that is refused is not called failed: the first may have been taken', async () => {
    run.knox.behave({ faults: [{ kind: 'answer', status: 400 }] });
    const { outcomes } = await run.submit(submitted('lock', { isRepeat: true }));
    expect(outcomes).toMatchObject([{ status: 'unclear', reason: expect.stringMatching(/answered 400/) }]);
  });

  it('D17c after 429 nothing more is sent, for as long as Knox Guard says', async () => {
    run.knox.behave({ faults: [{ kind: 'answer', status: 429, retryAfter: '90' }] });
    const many = Array.from({ length: 20 }, (_, index) => submitted('lock', { key: `${EPOCH}.${index}` }));
    const { stop, outcomes } = await run.submit(...many);
    expect(stop).toMatchObject({ kind: 'busy', retryAfter: 90_000, surelyNotTaken: true });
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'later', surelyNotTaken: true });
    expect(run.knox.seen.filter(({ path }) => path.endsWith('/lock')).length).toBeLessThanOrEqual(4);
  });

  it('D17c one answer of 500 stops no other command; several in a row leave Knox Guard alone', async () => {
    run.knox.behave({ faults: [{ kind: 'answer', status: 500, imei: IMEI }] });
    const { stop, outcomes } = await run.submit(submitted('lock'), submitted('lock', { key: 'a.b', imei: OTHER }));
    expect(stop).toBeUndefined();
    expect(outcomes).toMatchObject([{ status: 'later', surelyNotTaken: false }, { status: 'accepted' }]);
    const many = Array.from({ length: 30 }, (_, index) => submitted('lock', { key: `${EPOCH}.${index}` }));
    const before = run.knox.seen.length;
    expect((await run.submit(...many)).stop).toMatchObject({ kind: 'unreachable', surelyNotTaken: false });
    expect(run.knox.seen.length - before).toBeLessThan(FAULTS_IN_A_ROW + 4);
  });

  it('D17c a token that ends in the middle is replaced, and the command goes once', async () => {
    await run.submit(submitted('lock'));
    run.knox.endTokens();
    expect((await run.submit(submitted('unlock'))).outcomes).toEqual([{ status: 'accepted' }]);
    run.clock.advance(26 * MINUTE);
    await run.submit(submitted('lock'));
    expect(run.knox.seen.filter(({ path }) => path.endsWith('/accesstoken'))).toHaveLength(3);
    expect(run.taken()).toEqual(['devices/lock', 'devices/unlock', 'devices/lock']);
  });

  it('D17c a refused deployment fails no command: all wait, and the reason names Knox Guard', async () => {
    run.knox.behave({ faults: [{ at: 'accesstoken', kind: 'answer', status: 403 }] });
    const { stop, outcomes } = await run.submit(submitted('lock'), submitted('lock', { key: 'a.b', imei: OTHER }));
    expect(stop).toEqual({
      kind: 'misconfigured',
      reason: 'Knox Guard answered 403 to the request for an access token (A fault.).',
      surelyNotTaken: true,
    });
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'later', surelyNotTaken: true });
  });

  it('D17c what Knox Guard cannot be asked for is no outcome, and says when it may be asked again', async () => {
    run.knox.behave({ faults: [{ at: 'devices/list', kind: 'answer', status: 429, retryAfter: '60' }] });
    const reply = await run.gateway.ask([asked('lock')]);
    expect(reply).toMatchObject({ kind: 'answered', stop: { kind: 'busy', retryAfter: 60_000 } });
    expect(reply).toMatchObject({ answer: new Map() });
  });

  it('D17c nothing is sent once another instance may have the commands, however long a token took', async () => {
    const later = [{ status: 'later', surelyNotTaken: true }];
    const until = (call: string) => () => !run.knox.seen.some(({ path }) => path.endsWith(call));
    run.claim.isHeld = until('/accesstoken');
    expect(await run.submit(submitted('lock'))).toMatchObject({ stop: undefined, outcomes: later });
    run.claim.isHeld = until('/list');
    expect((await run.submit(submitted('lock', { isRepeat: true }))).outcomes).toMatchObject(later);
    expect(run.knox.seen.map(({ path }) => path.split('/').at(-1))).toEqual(['accesstoken', 'list']);
    run.claim.isHeld = () => true;
    expect((await run.submit(submitted('lock'))).outcomes).toEqual([{ status: 'accepted' }]);
  });

  it.each([
    ['behind', 'lock', { status: 'unclear', reason: expect.stringMatching(/says that the phone is "Active"/) }],
    ['missing', 'lock', { status: 'unclear', reason: expect.stringMatching(/no device with this IMEI/) }],
    ['another', 'lock', { status: 'unclear', reason: expect.stringMatching(/no device with this IMEI/) }],
    ['contradict', 'lock', undefined],
    ['cut', 'lock', undefined],
    ['doubled', 'lock', { status: 'acknowledged' }],
    // What it says is taken for true: nobody else knows the phone.
    ['ahead', 'unlock', { status: 'acknowledged' }],
  ] as const)(
    'D17c a list that is wrong (%s) makes of a %s that was sent no more than it shows',
    async (kind, action, said) => {
      await run.submit(submitted('lock'));
      run.clock.advance(MINUTE);
      if (action === 'unlock') await run.submit(submitted('unlock'));
      run.knox.behave({ faults: [{ at: 'devices/list', kind }] });
      const outcome = await run.ask(asked(action));
      if (said === undefined) expect(outcome).toBeUndefined();
      else expect(outcome).toMatchObject(said);
      const { outcomes } = await run.submit(submitted(action, { isRepeat: true }));
      expect(outcomes).not.toMatchObject([{ status: 'acknowledged' }]);
      expect(run.taken()).toHaveLength(action === 'unlock' ? 2 : kind === 'behind' ? 2 : 1);
    },
  );

  it('D17c several commands to one phone are answered by one look at it', async () => {
    await run.submit(submitted('lock'));
    const calls = run.knox.seen.length;
    const both = [asked('lock', { key: 'a.1' }), asked('unlock', { key: 'a.2' })];
    const reply = await run.gateway.ask(both);
    expect(reply).toMatchObject({
      answer: new Map([
        ['a.1', { status: 'accepted' }],
        ['a.2', expect.anything()],
      ]),
    });
    expect(run.knox.seen).toHaveLength(calls + 1);
  });
});

it('D17c a server that does not answer in time, or is not there, is said to be so', async () => {
  const times = { ...standardTimes };
  const run = await start(times);
  // The access token is here, and the connection stands: only the call that is not answered may take too long.
  await run.ask(asked('lock'));
  run.knox.behave({ faults: [{ kind: 'freeze', times: 1 }] });
  times.answer = 200;
  const { stop, outcomes } = await run.submit(submitted('lock'));
  expect(stop).toBeUndefined();
  expect(outcomes).toMatchObject([
    { status: 'later', surelyNotTaken: false, reason: expect.stringMatching(/devices\/lock: TimeoutError/) },
  ]);
  times.answer = standardTimes.answer;
  await run.knox.close();
  const gone = await run.submit(submitted('lock'));
  expect(gone.stop).toMatchObject({ kind: 'unreachable', surelyNotTaken: true });
  expect(gone.outcomes).toMatchObject([{ status: 'later', surelyNotTaken: true }]);
  await run.gateway.close?.();
});
