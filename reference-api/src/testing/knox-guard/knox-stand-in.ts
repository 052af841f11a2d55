import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { importSPKI, jwtVerify, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { DAY, MINUTE, systemClock, type Clock } from '../../core/time/clock.ts';

/**
 * One way to go wrong. `answer`: nothing is taken, and the answer is a status; `act`: it is taken all the same.
 * `drop-before` and `drop-after`: the connection ends before or after it is taken. `freeze`: no answer comes. `delay`:
 * it comes late. `garbage`: it is taken, and the answer is no JSON. `end-tokens`: every access token ends before it is
 * read. `idle`: the answer is SUCCESS, and nothing is taken. `repeated`: every page is the first one.
 */
export interface KnoxFault {
  readonly kind: Trouble | keyof typeof lies;
  /** The call; any command to a device if absent. */
  readonly at?: string;
  /** For `answer` and `act`. */
  readonly status?: number;
  readonly retryAfter?: string;
  /** Milliseconds of `delay`. */
  readonly delay?: number;
  /** Only for this device. */
  readonly imei?: string;
  /** How often; always if absent. */
  times?: number;
}

export interface KnoxBehaviour {
  readonly faults?: readonly KnoxFault[];
  /** Every so many commands to devices one of these faults, in turn. */
  readonly inTurn?: { readonly every: number; readonly faults: readonly KnoxFault[] } | undefined;
  /** Phones that are switched off: they do nothing. */
  readonly offline?: readonly string[];
}

type Trouble =
  | ('answer' | 'act' | 'drop-before' | 'drop-after' | 'freeze' | 'delay' | 'garbage' | 'end-tokens')
  | ('idle' | 'repeated');

type Row = Readonly<Record<'objectId' | 'deviceUid' | 'approveId' | 'status' | 'imei' | 'imei2' | 'model', string>>;
interface Page {
  readonly totalCount: number;
  readonly deviceList: readonly Row[];
}

/**
 * What faults make of a page of `devices/list`. `behind`: each device in its state before the last command; `ahead`:
 * each as if it had done that already; `missing`: none; `doubled`: each twice; `contradict`: each in its state and the
 * one before; `another`: others in their place; `cut`: only a part.
 */
const lies = {
  behind: ({ totalCount, deviceList }: Page, standIn: KnoxStandIn): Page => ({
    totalCount,
    deviceList: deviceList.map((row) => ({ ...row, status: standIn.devices.get(row.imei)?.former ?? row.status })),
  }),
  ahead: ({ totalCount, deviceList }: Page): Page => ({
    totalCount,
    deviceList: deviceList.map((row) => ({ ...row, status: following[row.status as Status] ?? row.status })),
  }),
  missing: (): Page => ({ totalCount: 0, deviceList: [] }),
  doubled: (page: Page): Page => twice(page, page),
  contradict: (page: Page, standIn: KnoxStandIn): Page => twice(page, lies.behind(page, standIn)),
  another: ({ totalCount, deviceList }: Page): Page => ({
    totalCount,
    deviceList: deviceList.map((row) => ({ ...row, deviceUid: '350000000000000', imei: '350000000000000', imei2: '' })),
  }),
  cut: ({ totalCount, deviceList }: Page): Page => ({
    totalCount: totalCount + 1,
    deviceList: deviceList.slice(0, -1),
  }),
};

const twice = (one: Page, other: Page): Page => ({
  totalCount: one.totalCount + other.totalCount,
  deviceList: [...one.deviceList, ...other.deviceList],
});

const isLie = (kind: KnoxFault['kind'] | undefined): kind is keyof typeof lies => kind !== undefined && kind in lies;

type Status = 'Pending' | 'Active' | 'Locking' | 'Locked' | 'Unlocking' | 'Completing' | 'Complete';

interface StandInDevice {
  readonly objectId: string;
  readonly imei: string;
  readonly imei2: string;
  readonly model: string;
  readonly approveId: string;
  status: Status;
  /** Its state before it was sent the last command that changes it. */
  former: Status;
  /** When its phone comes to the state that follows. */
  changesAt: number;
  /** What it was sent and took, in order, by transaction. */
  readonly taken: { readonly call: string; readonly transactionId: string; readonly body: object }[];
}

/** What follows a state, once the phone was reached. */
const following: Readonly<Partial<Record<Status, Status>>> = {
  Locking: 'Locked',
  Unlocking: 'Active',
  Completing: 'Complete',
};

/** States in which a device may be sent something. */
const controlled: readonly Status[] = ['Active', 'Locking', 'Locked', 'Unlocking'];
/** The state that each call begins, if it changes one. */
const begun: Readonly<Record<string, Status | undefined>> = {
  'devices/lock': 'Locking',
  'devices/unlock': 'Unlocking',
  'devices/sendMessage': undefined,
  'devices/complete': 'Completing',
};
const LIST = 'devices/list';

const text = v.pipe(v.string(), v.minLength(1));
const named = v.object({ deviceUid: text });
const contact = { tel: v.optional(text), email: v.optional(text), message: text };
const withContact = v.pipe(
  v.object(contact),
  v.check(({ tel, email }) => tel !== undefined || email !== undefined, 'tel or email is needed'),
);
/** What a call needs besides the device. */
const needed: Readonly<Record<string, v.GenericSchema>> = {
  'devices/lock': withContact,
  'devices/sendMessage': v.object({ message: text }),
};
const pageAsked = v.object({
  pageNum: v.pipe(v.number(), v.integer(), v.minValue(0)),
  pageSize: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  search: v.optional(v.string(), ''),
});
const tokenAsked = v.object({
  clientIdentifierJwt: v.string(),
  base64EncodedStringPublicKey: v.string(),
  validityForAccessTokenInMinutes: v.pipe(v.number(), v.minValue(1), v.maxValue(30)),
});

interface Answer {
  readonly status: number;
  readonly answer: object;
}

const fail = (status: number, code: string, message: string, reason: string): Answer => ({
  status,
  answer: { result: 'FAIL', error: { code, message, reason } },
});
const misfit = (reason: string): Answer => fail(400, '4000000', 'RESOURCE_INVALID_PARAM', reason);

interface StandInOptions {
  readonly clock?: Clock;
  /** Milliseconds until a phone does what it was sent. */
  readonly delay?: number;
}

interface Seen {
  readonly path: string;
  readonly headers: FastifyRequest['headers'];
  readonly body: unknown;
}

function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const base64 = (key: KeyObject, type: 'spki' | 'pkcs8') => key.export({ type, format: 'der' }).toString('base64');
  return { Public: base64(publicKey, 'spki'), Private: base64(privateKey, 'pkcs8') };
}

/** As the portal writes them; made once a process, because it takes long. */
let madeKeys: ReturnType<typeof makeKeys> | undefined;

/** Behaves as the public documents of Samsung Knox Guard say, for one customer with one pair of keys. */
export class KnoxStandIn {
  readonly devices = new Map<string, StandInDevice>();
  /** Every request, in order. */
  readonly seen: Seen[] = [];
  /** The states in which it has listed each device, true or not. */
  readonly said = new Map<string, Set<string>>();
  /** Devices of which it has said what was not so. */
  readonly lied = new Set<string>();
  readonly clientIdentifier = randomUUID();
  readonly keys = (madeKeys ??= makeKeys());
  readonly server = fastify({ forceCloseConnections: true });
  url = '';
  readonly #clock: Clock;
  readonly #delay: number;
  readonly #publicKey;
  /** When each access token ends. */
  readonly #tokens = new Map<string, number>();
  #faults: KnoxFault[] = [];
  #inTurn: KnoxBehaviour['inTurn'];
  #offline: ReadonlySet<string> = new Set();
  #commands = 0;

  constructor({ clock = systemClock, delay = 1_000 }: StandInOptions) {
    this.#clock = clock;
    this.#delay = delay;
    this.#publicKey = importSPKI(`-----BEGIN PUBLIC KEY-----\n${this.keys.Public}\n-----END PUBLIC KEY-----`, 'RS512');
    this.server.post('/ams/v1/users/accesstoken', (request, reply) => this.#giveToken(request, reply));
    for (const call of [LIST, ...Object.keys(begun)])
      this.server.post(`/kcs/v1.1/kg/${call}`, (request, reply) => this.#answer(call, request, reply));
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  /** Devices that a reseller has uploaded and the customer has approved, unless `more` says otherwise. */
  add(imeis: readonly string[], more: Partial<Pick<StandInDevice, 'status' | 'imei2' | 'model'>> = {}): void {
    for (const imei of imeis)
      this.devices.set(imei, {
        ...{ objectId: randomUUID(), imei, imei2: '', model: 'SM-A055F', approveId: `loan-${imei}` },
        ...{ status: 'Active', former: 'Active', changesAt: Number.POSITIVE_INFINITY, taken: [] },
        ...more,
      });
  }

  behave({ faults, offline, ...how }: KnoxBehaviour): void {
    if (faults) this.#faults = faults.map((one) => ({ ...one }));
    if (offline) this.#offline = new Set(offline);
    if ('inTurn' in how) this.#inTurn = how.inTurn;
  }

  /** Every access token ends now. */
  endTokens(): void {
    this.#tokens.clear();
  }

  /** The state now: phones that were reached have moved on. */
  statusOf(imei: string): Status | undefined {
    const device = this.devices.get(imei);
    if (!device) return undefined;
    const next = following[device.status];
    if (next && !this.#offline.has(imei) && device.changesAt <= this.#now()) {
      device.status = next;
      device.changesAt = Number.POSITIVE_INFINITY;
    }
    return device.status;
  }

  /** Writes what the API is given: a file of credentials, beside the file of keys as the portal writes it. */
  async writeCredentials(folder: string): Promise<string> {
    await writeFile(join(folder, 'keys.json'), JSON.stringify(this.keys));
    const file = join(folder, 'knox-guard.json');
    await writeFile(file, JSON.stringify({ clientIdentifier: this.clientIdentifier, keys: 'keys.json' }));
    return file;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  /** The claims of a token signed by the customer's key; undefined if it is not, or has ended. */
  async #claimsOf(token: unknown): Promise<JWTPayload | undefined> {
    const rules = { audience: 'KnoxWSM', algorithms: ['RS512'], currentDate: this.#clock.now() };
    const read = await jwtVerify(String(token), await this.#publicKey, rules).catch(() => undefined);
    return read?.payload['publicKey'] === this.keys.Public && read.payload.jti ? read.payload : undefined;
  }

  async #giveToken(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { headers, body } = request;
    this.seen.push({ path: request.url, headers, body });
    const fault = this.#fault('accesstoken', '');
    if (fault?.kind === 'answer') return reply.code(fault.status ?? 500).send({ code: 5000000, message: 'A fault.' });
    if (fault?.kind === 'drop-before') return reply.hijack().raw.destroy();
    const asked = v.safeParse(tokenAsked, body);
    const claims = asked.success ? await this.#claimsOf(asked.output.clientIdentifierJwt) : undefined;
    if (!asked.success || claims?.['clientIdentifier'] !== this.clientIdentifier)
      return reply.code(401).send({ code: 4012250, message: 'CLIENT_IDENTIFIER_INVALID' });
    const accessToken = randomUUID();
    this.#tokens.set(accessToken, this.#now() + asked.output.validityForAccessTokenInMinutes * MINUTE);
    return { accessToken };
  }

  async #isAdmitted({ headers }: FastifyRequest): Promise<boolean> {
    const claims = await this.#claimsOf(headers['x-knox-apitoken']);
    return (this.#tokens.get(String(claims?.['accessToken'])) ?? 0) > this.#now();
  }

  /** The fault of a call, which is counted. */
  #fault(call: string, imei: string): KnoxFault | undefined {
    const turn = this.#inTurn;
    if (call in begun) {
      this.#commands += 1;
      if (turn && this.#commands % turn.every === 0)
        return turn.faults[(this.#commands / turn.every - 1) % turn.faults.length];
    }
    const found = this.#faults.find(
      ({ at, times, imei: only }) =>
        (at === undefined ? call in begun : at === call) && times !== 0 && (only === undefined || only === imei),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }

  #find(body: unknown): StandInDevice | undefined {
    if (!v.is(named, body)) return undefined;
    return [...this.devices.values()].find(({ imei, imei2 }) => [imei, imei2].includes(body.deviceUid));
  }

  /** What a command to a device comes to; `isIdle`: nothing, though it is said to be taken. */
  #act(call: string, { body, headers }: FastifyRequest, isIdle: boolean): Answer {
    const device = this.#find(body);
    const uid = JSON.stringify(v.is(named, body) ? body.deviceUid : '');
    if (!device) return fail(404, '4040300', 'DEVICE_NOT_FOUND', `The device ${uid} does not exist.`);
    const missing = v.safeParse(needed[call] ?? v.unknown(), body).issues?.[0].message;
    const now = this.statusOf(device.imei) ?? 'Pending';
    const reason = missing ?? (controlled.includes(now) ? undefined : `The device is ${now}.`);
    if (reason !== undefined) return misfit(reason);
    const { objectId, imei } = device;
    const success = { status: 200, answer: { result: 'SUCCESS', objectId, requestedId: imei } };
    if (isIdle) return success;
    device.taken.push({ call, transactionId: String(headers['x-knox-transactionid']), body: Object(body) as object });
    const status = begun[call];
    if (status) {
      device.former = now;
      device.status = status;
      device.changesAt = this.#now() + (status === 'Completing' ? 2 * DAY : this.#delay);
    }
    return success;
  }

  #list({ body }: FastifyRequest, kind: KnoxFault['kind'] | undefined): Answer {
    const asked = v.safeParse(pageAsked, body);
    if (!asked.success) return misfit(asked.issues[0].message);
    const { pageSize, search } = asked.output;
    const pageNum = kind === 'repeated' ? 0 : asked.output.pageNum;
    const found = [...this.devices.values()].filter(({ imei, imei2, approveId }) =>
      [imei, imei2, approveId].some((name) => name.includes(search)),
    );
    const deviceList = found.slice(pageNum * pageSize, (pageNum + 1) * pageSize).map((device) => {
      const { objectId, imei, imei2, model, approveId } = device;
      return { objectId, deviceUid: imei, approveId, status: this.statusOf(imei) ?? '', imei, imei2, model };
    });
    const page = { totalCount: found.length, deviceList };
    const told = isLie(kind) ? lies[kind](page, this) : page;
    if (told !== page) for (const { imei } of page.deviceList) this.lied.add(imei);
    for (const { imei, status } of told.deviceList) this.said.set(imei, (this.said.get(imei) ?? new Set()).add(status));
    return { status: 200, answer: { result: 'SUCCESS', ...told } };
  }

  async #answer(call: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { headers, body } = request;
    this.seen.push({ path: request.url, headers, body });
    const { kind, status = 500, retryAfter, delay } = this.#fault(call, this.#find(body)?.imei ?? '') ?? {};
    if (kind === 'freeze') return reply.hijack();
    if (kind === 'drop-before') return reply.hijack().raw.destroy();
    if (kind === 'end-tokens') this.endTokens();
    const said = await this.#isAdmitted(request).then((isAdmitted): Answer => {
      if (!isAdmitted) return fail(401, '4010000', 'AUTHORIZATION_FAIL', 'Invalid access token');
      if (kind === 'answer') return fail(status, '5000000', 'A fault', 'A fault');
      const done = call === LIST ? this.#list(request, kind) : this.#act(call, request, kind === 'idle');
      return kind === 'act' ? fail(status, '5000000', 'A fault', 'A fault') : done;
    });
    if (kind === 'drop-after') return reply.hijack().raw.destroy();
    if (kind === 'garbage') return reply.send('<html>busy</html>');
    if (kind === 'delay') await setTimeout(delay);
    if (retryAfter !== undefined && said.status !== 200) reply.header('retry-after', retryAfter);
    return reply.code(said.status).send(said.answer);
  }
}

export async function startKnoxStandIn(options: StandInOptions = {}, port = 0): Promise<KnoxStandIn> {
  const standIn = new KnoxStandIn(options);
  standIn.url = await standIn.server.listen({ port, host: '127.0.0.1' });
  return standIn;
}
