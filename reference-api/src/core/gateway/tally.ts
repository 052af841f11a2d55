import type { CommandState } from '@device-console/shared-lib/contract';
import { stepOf } from '../time/load-times.ts';
import { addFigures, addGatewayError, periodOf } from '../store/gateway-figures.ts';
import type { Database } from '../store/store.ts';
import { isoTime } from '../time/clock.ts';
import { cleanReason } from './provider-protocol.ts';

/** Name of the counts of acknowledgements that took so many steps of time. */
export const ACKNOWLEDGED_STEP = 'acknowledged in ';

/** Counts what a round came to, for the pictures of operations; written once a round. */
export interface Tally {
  settled(state: CommandState, createdAt: string, now: Date): void;
  failed(reason: string): void;
  write(db: Database, now: Date): Promise<void>;
}

/** Is told of each acknowledgement: seconds since the operator's call. */
export type AcknowledgementObserver = (seconds: number) => void;

/** `observe` is told besides of every acknowledgement that is counted. */
export function createTally(observe: AcknowledgementObserver = () => undefined): Tally {
  const counts = new Map<string, number>();
  const errors = new Set<string>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    settled(state, createdAt, now) {
      add(state);
      if (state !== 'acknowledged') return;
      const milliseconds = Math.max(0, now.getTime() - Date.parse(createdAt));
      add(`${ACKNOWLEDGED_STEP}${stepOf(milliseconds)}`);
      observe(milliseconds / 1000);
    },
    failed(reason) {
      add('errors');
      errors.add(cleanReason(reason));
    },
    async write(db, now) {
      const period = periodOf(now);
      for (const message of errors) await addGatewayError(db, period, message, isoTime(now));
      await addFigures(db, period, counts);
      counts.clear();
      errors.clear();
    },
  };
}
