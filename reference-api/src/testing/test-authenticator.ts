import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest();
const text64 = (content: Buffer | string): string => Buffer.from(content).toString('base64url');

/** CBOR of the few kinds that an authenticator writes: whole numbers, texts, bytes and maps. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A public key as COSE has it: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const WITH_KEY = 64;

/** Signs as a security key does, in software. */
export class TestAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #place: string;
  readonly #origin: string;
  counter = 0;

  constructor(place: string, origin: string) {
    this.#place = place;
    this.#origin = origin;
  }

  #data(flags: number, more: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#place), Buffer.from([flags]), counter, more]);
  }

  #client(type: string, challenge: unknown): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false });
  }

  #answer(response: object) {
    const id = text64(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** Makes its passkey, as asked. */
  register({ challenge }: Readonly<Record<string, unknown>>) {
    const size = Buffer.from([0, this.#id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), size, this.#id, coseOf(this.#keys.publicKey)]);
    const authData = this.#data(USER_PRESENT | USER_VERIFIED | WITH_KEY, credential);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: text64(this.#client('webauthn.create', challenge)),
      attestationObject: text64(cbor(attestation)),
      transports: ['usb'],
    });
  }

  /** Uses its passkey, as asked. */
  authenticate({ challenge }: Readonly<Record<string, unknown>>) {
    this.counter += 1;
    const data = this.#data(USER_PRESENT | USER_VERIFIED);
    const client = this.#client('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: text64(client),
      authenticatorData: text64(data),
      signature: text64(signature),
    });
  }
}
