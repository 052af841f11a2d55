// Operators who send batches to a running API, over connections of their own. Calls are sealed before they are timed
// and opened after, so that the client's work is not measured.
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fromSharedLib } from '../../../tooling/lib/from-shared-lib.js';

/* global Blob, FormData */

const { calls, createEnvelopeCodec, WATCHED_DEVICES } = await fromSharedLib(
  "export { calls, WATCHED_DEVICES } from '@device-console/shared-lib/contract';" +
    "export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';",
);
const SHARED_KEY = 'the shared key of a bench';
const PASSWORD = 'Correct-horse-9';
const emailOf = (index) => `operator${index}@example.com`;
const imeiOf = (number) => `35${String(number).padStart(13, '0')}`;

/** What a server of a bench is started with. */
export const settingsOf = (folder) => ({
  SHARED_KEY,
  DATA_DIR: folder,
  GATEWAY: 'simulator',
  SIMULATOR_DELAY_MS: '0',
});

/** The sources by which {@link seed} fills a database. */
export const seedParts = {
  'testing/report-rows': ['fillDevices'],
  'core/store/store': ['openStore'],
  'core/store/accounts': ['insertAccount'],
};

/** Adds operators and devices; returns a function that gives devices which nobody has used yet. */
export async function seed(parts, store, { operators, devices }) {
  const made = { role: 'ADMIN', password_hash: await hash(PASSWORD), created_at: new Date().toISOString() };
  for (let index = 0; index < operators; index += 1) {
    const phone = `9${String(index).padStart(9, '0')}`;
    await parts.insertAccount(store.db, { email: emailOf(index), phone, ...made });
  }
  await parts.fillDevices(store, devices);
  let next = 1;
  return (count) => Array.from({ length: count }, () => imeiOf(next++));
}

export const quantile = (times, share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];

/** Items per chunk, as the console sends them. */
const CHUNKS = [50, 50, 50, 50];
export const BATCH = CHUNKS.reduce((sum, items) => sum + items);

/** Makes one call over a kept connection; returns its status and body. */
function exchange(agent, url, { method, headers, payload }) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(parts).toString() }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** After this many attempts without an answer, each a moment after the last, a call is given up. */
const ATTEMPTS = 50;
const MOMENT = 20;

/** Sends a call again until an instance answers, with the same transactionId, as the console does. */
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
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #waitingAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  #turn = 0;
  #token = '';

  constructor(addresses, email, codec) {
    Object.assign(this, { addresses, email, codec });
  }

  /** Logs one of the seeded operators in. */
  static async logIn(addresses, index = 0) {
    const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
    const operator = new Operator(addresses, emailOf(index), codec);
    await operator.#logIn();
    return operator;
  }

  async #logIn() {
    const transactionId = randomUUID();
    const response = await fetch(`${this.addresses[0]}/${calls.login.path}`, {
      method: 'POST',
      body: JSON.stringify({ email: this.email, password: PASSWORD }),
      headers: { 'content-type': 'application/json', 'x-transaction-id': transactionId },
    });
    const context = { direction: 'reply', method: 'POST', path: calls.login.path, transactionId };
    const { token, message } = await this.codec.open(await response.json(), context);
    if (!token) throw new Error(`${this.email} could not log in: ${message}`);
    this.#token = token;
  }

  /** Seals a call, so that it is ready to be sent. */
  async #sealed({ method, path }, body, agent = this.#agent) {
    const context = { method, path, transactionId: randomUUID() };
    const sealed = await this.codec.seal({ user: this.email, ...body }, { ...context, direction: 'request' });
    const payload = JSON.stringify(sealed);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'x-api-key': this.#token,
    };
    const { addresses } = this;
    const once = () =>
      exchange(agent, `${addresses[this.#turn++ % addresses.length]}/${path}`, { method, headers, payload });
    return {
      send: () => untilAnswered(once),
      open: async ({ status, body: text }) => {
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
        return this.codec.open(JSON.parse(text), { ...context, direction: 'reply' });
      },
    };
  }

  async #call(call, body, agent) {
    const { send, open } = await this.#sealed(call, body, agent);
    const answer = await open(await send());
    if (answer.status !== 'success') throw new Error(`${call.path} answered ${answer.message}`);
    return answer;
  }

  async #upload(batchId) {
    const form = new FormData();
    form.append('user', this.email);
    form.append('batchId', batchId);
    form.append('file', new Blob(['sno,imei1\n'], { type: 'text/csv' }), 'load.csv');
    const response = await fetch(`${this.addresses[0]}/bulkLockCopy.php`, {
      method: 'POST',
      body: form,
      headers: { 'x-api-key': this.#token, 'x-transaction-id': randomUUID() },
    });
    return (await response.json()).file;
  }

  /** Registers a batch; returns the calls that send it to its devices. */
  async prepare(way, imeis) {
    const [batchId, run] = [randomUUID(), randomUUID()];
    const filename = await this.#upload(batchId);
    await this.#call(calls.updateCommandOnServer, { imeilist: imeis.join(), action: 'lock', batchId });
    if (way === 'single calls')
      return Promise.all(
        imeis.map((imei) => this.#sealed(calls.getImeiDetails, { action: 'lock', filename, batchId, imei })),
      );
    const batch = { fileName: 'load.csv', total: imeis.length, invalid: 0, duplicates: 0 };
    await this.#call(calls.batchClaim, { action: 'lock', batchId, run, place: 'load bench', batch });
    let row = 0;
    return Promise.all(
      CHUNKS.map((size) => {
        const items = imeis.slice(row, row + size).map((imei) => {
          row += 1;
          return { row, imei, transactionId: randomUUID() };
        });
        return this.#sealed(calls.batchItems, { action: 'lock', filename, batchId, run, items });
      }),
    );
  }

  /** Waits as an open page does; `told` resolves with the answer about these devices. */
  async watch(devices) {
    const imeis = devices.slice(0, WATCHED_DEVICES);
    const { seen } = await this.#call(calls.commandChanges, { imeis }, this.#waitingAgent);
    return { told: this.#call(calls.commandChanges, { imeis, seen }, this.#waitingAgent) };
  }

  end() {
    this.#agent.destroy();
    this.#waitingAgent.destroy();
  }
}

/** Sends calls one after the other; returns the time and the sealed reply of each. */
async function sendInOrder(sealedCalls) {
  const sent = [];
  for (const call of sealedCalls) {
    const at = performance.now();
    const reply = await call.send().catch((error) => ({ status: 0, body: String(error) }));
    sent.push({ call, reply, milliseconds: performance.now() - at });
  }
  return sent;
}

/** Counts the devices that an answer says were commanded. */
const foundIn = ({ message, items }) =>
  items ? items.filter((item) => item.message === 'found').length : Number(message === 'found');

/** Sends the batches of all operators at once; returns how long it took, the times of calls, and the errors. */
export async function sendAtOnce(prepared) {
  const begun = performance.now();
  const sent = (await Promise.all(prepared.map(sendInOrder))).flat();
  const seconds = (performance.now() - begun) / 1000;
  const errors = [];
  let found = 0;
  for (const { call, reply } of sent)
    await call.open(reply).then(
      (answer) => {
        found += foundIn(answer);
      },
      (error) => errors.push(error.message),
    );
  return { seconds, found, errors, times: sent.map(({ milliseconds }) => milliseconds) };
}
