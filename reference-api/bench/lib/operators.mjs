// Operators who send batches to a running API, over connections of their own. Calls are sealed before they are timed
// and opened after, so that the client's work is not measured.
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { build, SERVER } from './build.mjs';

export const parts = await build();
const { calls } = parts;
const SHARED_KEY = 'the shared key of a bench';
export const PASSWORD = 'Correct-horse-9';
const emailOf = (index) => `operator${index}@example.com`;

/** Starts a server with simulated phones, on a free port, and waits until it listens. */
export const startServer = (folder, environment = {}) =>
  parts.startProgram(SERVER, {
    ...{ SHARED_KEY, DATA_DIR: folder, GATEWAY: 'simulator', SIMULATOR_DELAY_MS: '0' },
    ...environment,
  });

/** A client as the tests have, of a server that {@link startServer} has started. */
export const clientOfBench = (server) => parts.clientOf(server, SHARED_KEY);

/** Adds operators and devices; returns a function that gives devices which nobody has used yet. */
export async function seed(store, { operators, devices }) {
  const made = { role: 'ADMIN', password_hash: await hash(PASSWORD), created_at: new Date().toISOString() };
  for (let index = 0; index < operators; index += 1) {
    const phone = `9${String(index).padStart(9, '0')}`;
    await parts.insertAccount(store.db, { email: emailOf(index), phone, ...made });
  }
  await parts.fillDevices(store, devices);
  let next = 1;
  return (count) => Array.from({ length: count }, () => `35${String(next++).padStart(13, '0')}`);
}

export const quantile = (times, share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];

/** Items per chunk, as the console sends them, and chunks of a batch. */
const CHUNK = 50;
export const BATCH = 4 * CHUNK;

/** After this many attempts without an answer, each a moment after the last, a call is given up. */
const ATTEMPTS = 50;
const MOMENT = 20;

/** Sends until an instance answers, as the console does. */
async function untilAnswered(send) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await setTimeout(MOMENT);
    }
  }
}

/** An operator of an API with several instances, which take the operator's calls in turn. */
export class Operator {
  #turn = 0;
  #token = '';

  constructor(addresses, email, codec) {
    const pools = addresses.map((address) => new Pool(address, { connections: 1 }));
    Object.assign(this, { addresses, email, codec, pools });
  }

  static async logIn(addresses, index = 0) {
    const codec = await parts.createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
    const operator = new Operator(addresses, emailOf(index), codec);
    const { token, message } = await operator.#call('login', { email: operator.email, password: PASSWORD });
    if (!token) throw new Error(`${operator.email} could not log in: ${message}`);
    operator.#token = token;
    return operator;
  }

  /** Makes a call that is not measured. */
  async #call(name, fields) {
    const answer = await untilAnswered(async () => {
      const address = this.addresses[this.#turn++ % this.addresses.length];
      const { call } = await parts.clientOf({ address }, SHARED_KEY);
      const wire = { token: this.#token, transactionId: randomUUID() };
      const { sealed, ...reply } = await call(name, { user: this.email, ...fields }, wire);
      if (!sealed) throw new Error(`${name} was answered ${reply.status}: ${JSON.stringify(reply.answer)}`);
      return reply.answer;
    });
    if (answer.status !== 'success') throw new Error(`${name} answered ${answer.message}`);
    return answer;
  }

  async #sealed({ method, path }, fields) {
    const context = { method, path, transactionId: randomUUID() };
    const sealed = await this.codec.seal({ user: this.email, ...fields }, { ...context, direction: 'request' });
    const headers = { 'content-type': 'application/json', 'x-api-key': this.#token };
    const request = { method, path: `/${path}`, headers, body: JSON.stringify(sealed) };
    return {
      send: () =>
        untilAnswered(async () => {
          const { statusCode, body } = await this.pools[this.#turn++ % this.pools.length].request(request);
          return { status: statusCode, text: await body.text() };
        }),
      open: async ({ status, text }) => {
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
        return this.codec.open(JSON.parse(text), { ...context, direction: 'reply' });
      },
    };
  }

  /** Sends a copy of the batch's file; returns its name there. */
  async #upload(batchId) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ user: this.email, batchId })) body.set(name, value);
    body.set('file', new File(['sno,imei1\r\n'], 'batch.csv', { type: 'text/csv' }));
    const headers = { 'x-transaction-id': randomUUID(), 'x-api-key': this.#token };
    const answer = await fetch(`${this.addresses[0]}/bulkLockCopy.php`, { method: 'POST', body, headers });
    return (await answer.json()).file;
  }

  /** Registers a batch; returns the calls that send it to its devices. */
  async prepare(way, imeis) {
    const [batchId, run] = [randomUUID(), randomUUID()];
    const batch = { action: 'lock', batchId };
    const filename = await this.#upload(batchId);
    await this.#call('updateCommandOnServer', { ...batch, imeilist: imeis.join() });
    if (way === 'single calls')
      return Promise.all(imeis.map((imei) => this.#sealed(calls.getImeiDetails, { ...batch, filename, imei })));
    const facts = { fileName: 'load.csv', total: imeis.length, invalid: 0, duplicates: 0 };
    await this.#call('batchClaim', { ...batch, run, place: 'load bench', batch: facts });
    const items = imeis.map((imei, index) => ({ row: index + 1, imei, transactionId: randomUUID() }));
    const chunks = Array.from({ length: items.length / CHUNK }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));
    return Promise.all(
      chunks.map((chunk) => this.#sealed(calls.batchItems, { ...batch, filename, run, items: chunk })),
    );
  }

  /** The calls that lock devices one by one. */
  prepareLocks(imeis) {
    return Promise.all(imeis.map((imei) => this.#sealed(calls.lockNotification, { imei, action: 'lock' })));
  }

  /** Waits as a page does that stays open, until it is closed. */
  async watchOn(imeis, closed) {
    let seen;
    while (!closed.aborted) seen = (await this.#call('commandChanges', { imeis, seen })).seen;
  }

  /** Waits as an open page does; `told` resolves with the answer about these devices. */
  async watch(devices) {
    const imeis = devices.slice(0, parts.WATCHED_DEVICES);
    const { seen } = await this.#call('commandChanges', { imeis });
    return { told: this.#call('commandChanges', { imeis, seen }) };
  }

  end() {
    return Promise.all(this.pools.map((pool) => pool.destroy()));
  }
}

/** Sends calls one after the other; returns the time and the sealed reply of each. */
async function sendInOrder(sealedCalls) {
  const sent = [];
  for (const call of sealedCalls) {
    const at = performance.now();
    const reply = await call.send().catch((error) => ({ status: 0, text: String(error) }));
    sent.push({ call, reply, milliseconds: performance.now() - at });
  }
  return sent;
}

/** Sends calls, one each so many milliseconds from a moment of its own on; waits for the answer before the next. */
async function sendByClock(sealedCalls, every) {
  const sent = [];
  let due = performance.now() + Math.random() * every;
  for (const call of sealedCalls) {
    await setTimeout(Math.max(0, due - performance.now()));
    sent.push(...(await sendInOrder([call])));
    due += every;
  }
  return sent;
}

/** Sends the calls of all operators by their clocks; returns the times, the errors, and how many were taken. */
export async function sendInTime(prepared, every) {
  const sent = (await Promise.all(prepared.map((sealedCalls) => sendByClock(sealedCalls, every)))).flat();
  const answers = await Promise.allSettled(sent.map(({ call, reply }) => call.open(reply)));
  const errors = answers.flatMap(({ reason, value }) =>
    reason ? [reason.message] : value.status === 'success' ? [] : [value.message],
  );
  return { errors, times: sent.map(({ milliseconds }) => milliseconds), told: sent.length - errors.length };
}

/** The devices that an answer says were commanded. */
const foundIn = ({ message, items }) => (items ?? [{ message }]).filter((item) => item.message === 'found').length;

/** Sends the batches of all operators at once; returns how long it took, the times of calls, and the errors. */
export async function sendAtOnce(prepared) {
  const begun = performance.now();
  const sent = (await Promise.all(prepared.map(sendInOrder))).flat();
  const seconds = (performance.now() - begun) / 1000;
  const answers = await Promise.allSettled(sent.map(({ call, reply }) => call.open(reply)));
  return {
    seconds,
    found: answers.reduce((sum, { value }) => sum + (value ? foundIn(value) : 0), 0),
    errors: answers.flatMap(({ reason }) => (reason ? [reason.message] : [])),
    times: sent.map(({ milliseconds }) => milliseconds),
  };
}
