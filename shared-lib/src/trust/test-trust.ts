import type { ConsoleConfig } from '../contract/index.ts';
import { type RegistryEntry, signedText } from '../remote/host.ts';
import { declarationOf } from '../remote/test-declaration.ts';
import { type AcceptedStorage, createAcceptedEntries, createTrust, type Trust } from './index.ts';
import { type CanaryWithdrawal, withdrawalText } from './withdrawals.ts';

/** The server's time in these tests. */
export const NOW = Date.parse('2026-06-01T12:00:00Z');

/** An entry of a remote without screens, as its publisher writes it before it is signed. */
export const entryOf = (id: string, sequence = 1, version = `1.${sequence}.0`) => ({
  id,
  sequence,
  baseUrl: `http://remotes.test/${id}/${sequence}/`,
  publishedAt: '2026-01-01T00:00:00Z',
  laterField: { kept: true },
  declaration: declarationOf(id, { version }),
});

export function fakeStorage(
  first: Record<string, string> = {},
): AcceptedStorage & { readonly kept: Map<string, string> } {
  const kept = new Map(Object.entries(first));
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

export interface Circumstances {
  readonly epoch?: number;
  readonly now?: number;
  readonly listed?: ConsoleConfig['registryKeys'];
}

/** The trust of a browser with this storage in a console that lists these keys. */
export function trustWith(
  keys: readonly TestKey[],
  storage: AcceptedStorage = fakeStorage(),
  { epoch = 1, now = NOW, listed = [] }: Circumstances = {},
) {
  const accepted = createAcceptedEntries(storage, epoch);
  const trusted = [...keys.map((key) => key.listed), ...listed];
  return { accepted, trust: createTrust({ keys: trusted, accepted, epoch, now: () => now }) };
}

export const examine = (trust: Trust, ...remotes: unknown[]) => trust.examine({ schemaVersion: 1, remotes });

export const versions = (entries: readonly RegistryEntry[]) =>
  entries.map(({ id, declaration }) => `${id} ${declaration.version}`);

/** A key pair as a team has it. */
export interface TestKey {
  readonly listed: { readonly keyId: string; readonly publicKey: string; readonly remotes: string[] };
  /** The entry with its keyId and signature. */
  readonly sign: <Entry extends object>(entry: Entry) => Promise<Entry & { keyId: string; signature: string }>;
  /** The withdrawal with its keyId and signature. */
  readonly withdraw: (withdrawal: Omit<CanaryWithdrawal, 'keyId' | 'signature'>) => Promise<CanaryWithdrawal>;
}

/** Makes a key that may sign these remotes. */
export async function testKey(keyId: string, remotes: readonly string[]): Promise<TestKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const publicKey = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64');
  const signature = async (text: string): Promise<string> => {
    const bytes = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      pair.privateKey,
      new TextEncoder().encode(text),
    );
    return Buffer.from(bytes).toString('base64url');
  };
  return {
    listed: { keyId, publicKey, remotes: [...remotes] },
    sign: async (entry) => {
      const unsigned = { ...entry, keyId };
      return { ...unsigned, signature: await signature(signedText(unsigned)) };
    },
    withdraw: async (withdrawal) => {
      const unsigned = { ...withdrawal, keyId };
      return { ...unsigned, signature: await signature(withdrawalText(unsigned)) };
    },
  };
}
