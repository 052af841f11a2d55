import { signedText } from '../remote/host.ts';
import { withdrawalText, type CanaryWithdrawal } from './withdrawals.ts';

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
