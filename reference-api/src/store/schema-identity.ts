import type { Generated } from 'kysely';
import type { Fixed, Time } from './columns.ts';

export type FactorKind = 'totp' | 'passkey';

export interface SecondFactorTable {
  id: Generated<number>;
  account_id: number;
  kind: FactorKind;
  name: string;
  /** Of an app its sealed seed, of a passkey its public key in base64url. */
  secret: string;
  credential_id: Generated<string | null>;
  /** Of an app the last step that was used, of a passkey its signature counter. */
  counter: Generated<number>;
  /** How a passkey is reached, joined by commas. */
  transports: Generated<string | null>;
  created_at: Fixed<Time>;
  /** Null: begun, and not proven yet. */
  confirmed_at: Generated<Time | null>;
  last_used_at: Generated<Time | null>;
}

export interface RecoveryCodeTable {
  id: Generated<number>;
  account_id: number;
  code_hash: string;
  created_at: Fixed<Time>;
  used_at: Generated<Time | null>;
}

/** `login`: the password was right. `proof` and `registration`: what a passkey of a session is asked with. */
export type ChallengePurpose = 'login' | 'proof' | 'registration';

export interface IdentityChallengeTable {
  id: Generated<number>;
  account_id: number;
  session_id: Generated<number | null>;
  purpose: ChallengePurpose;
  ticket_hash: string;
  challenge: string;
  created_at: Fixed<Time>;
  expires_at: Time;
}
