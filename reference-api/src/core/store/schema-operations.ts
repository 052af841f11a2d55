import type { CommandState } from '@device-console/shared-lib/contract';
import type { Fixed, Time } from './columns.ts';

/** Counts of five minutes, by name: commands that came to a state, their times, and how many waited. */
export interface GatewayFigureTable {
  period: Fixed<Time>;
  name: Fixed<string>;
  count: number;
}

/** What went wrong with the provider, counted by five minutes. */
export interface GatewayErrorTable {
  period: Fixed<Time>;
  message: Fixed<string>;
  count: number;
  at: Time;
}

/** A command on which this database and the provider differ after a restore. */
export interface ReconcileTable {
  key: Fixed<string>;
  /** Null for a command that this database does not know. */
  command_id: number | null;
  imei: string;
  action: string;
  ours: CommandState | '';
  theirs: 'accepted' | 'acknowledged' | 'failed' | '';
  reason: string;
  differs: 'further' | 'not-there' | 'lost' | 'not-here' | 'not-asked';
  decision: 'adopt' | 'send' | 'cancel' | '';
  decided_by: string;
  decided_at: Time | null;
  at: Time;
}
