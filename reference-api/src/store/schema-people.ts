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
}

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
}
