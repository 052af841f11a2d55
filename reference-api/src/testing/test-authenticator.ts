import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (content: Buffer | string): Buffer => createHash('sha256').update(content).digest();
const text64 = (content: Buffer | string): string => Buffer.from(content).toString('base64url');

type Cbor = Parameters<typeof isoCBOR.encode>[0];
const cbor = (value: Cbor): Buffer => Buffer.from(isoCBOR.encode(value));

/** Encodes a public key as COSE: EC2, ES256, P-256. */
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
  counter = 0;

  constructor(
    private readonly place: string,
    private readonly origin: string,
  ) {}

  #data(flags: number, more: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.place), Buffer.from([flags]), counter, more]);
  }

  #client(type: string, challenge: unknown): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false });
  }

  #answer(response: object) {
    const id = text64(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

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
    });
  }

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
