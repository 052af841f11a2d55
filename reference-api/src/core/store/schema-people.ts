import type { Generated } from 'kysely';
import type { Role } from '@device-console/shared-lib/contract';
import type { Fixed, Time } from './columns.ts';

export type AccountStatus = 'ACTIVE' | 'INACTIVE';

export interface AccountTable {
  id: Generated<number>;
  email: string;
  phone: string;
  password_hash: string;
  role: Role;
  status: AccountStatus;
  client_of: string;
  created_at: Fixed<Time>;
  updated_at: Time;
  /** Since when it waits for the first password, which its owner sets by a mailed link. */
  invited_at: Generated<Time | null>;
  /** Until when its password opens a session that an admin has given it; null: its owner chose it (S27). */
  first_password_until: Generated<Time | null>;
  /** Since when it is closed for good, and the e-mail that it had. */
  closed_at: Generated<Time | null>;
  closed_email: Generated<string | null>;
  /** Since when it is contained: only a superadmin lets it in again (S32). */
  contained_at: Generated<Time | null>;
}

export interface PermissionTable {
  id: Generated<number>;
  name: string;
}

export interface AccountPermissionTable {
  account_id: number;
  permission_id: number;
}

export interface SessionTable {
  id: Generated<number>;
  account_id: number;
  token_hash: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  revoked_at: Time | null;
  /** Where it was opened, and from where it was last used; exact to a minute. */
  address: Generated<string | null>;
  last_used_at: Generated<Time | null>;
  last_address: Generated<string | null>;
  /** When its holder last proved who he is. */
  authenticated_at: Generated<Time | null>;
  ended_because: Generated<SessionEnd | null>;
  /** What the identity provider has shown of its holder; null: he came by a password (S29). */
  signed_on: Generated<SignedOn | null>;
  /** The provider's ID token, sealed, by which its own session is ended with this one (S28). */
  id_token: Generated<string | null>;
}

/** `factor`: the provider has stated what counts here as a second factor. */
export type SignedOn = 'plain' | 'factor';

/** Why a session ended before its time. */
export type SessionEnd = 'logout' | 'idle' | 'too many' | 'ended by its owner' | 'changed factors' | AccessEnd;

/** Why an account's sessions and keys ended all at once. */
export type AccessEnd = 'forced logout' | 'disabled' | 'new password' | 'new role' | 'closed' | 'contained';

/** What an API key opens: the command calls (D21), or the figures of the platform page (D21b). */
export type KeyOpens = 'commands' | 'figures';

export interface ApiKeyTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  key_hash: string;
  status: 'active' | 'inactive';
  opens: Fixed<KeyOpens>;
  created_at: Fixed<Time>;
  /** Null: made before keys had an end. */
  expires_at: Generated<Time | null>;
  /** It opens nothing any more, whatever its status. */
  revoked_at: Generated<Time | null>;
  last_used_at: Generated<Time | null>;
  last_address: Generated<string | null>;
  /** Ids of the commands, and networks, joined by commas; null: all. */
  commands: Generated<string | null>;
  networks: Generated<string | null>;
  per_minute: Generated<number | null>;
}

export interface AttemptTable {
  subject: string;
  attempts: number;
  window_ends_at: Time;
}

export interface PasswordResetTable {
  id: Generated<number>;
  account_id: number;
  secret_hash: string;
  handle_hash: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  used_at: Time | null;
  purpose: Generated<'reset' | 'invitation'>;
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
