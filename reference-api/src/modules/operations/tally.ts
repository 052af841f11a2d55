import { stepOf } from '../telemetry/load-times.ts';
import { cleanReason } from '../../core/gateway/provider-protocol.ts';
import type { AcknowledgementObserver, Tally } from '../../core/gateway/tally.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, isoTime, MINUTE } from '../../core/time/clock.ts';
import {
  addFigures,
  addGatewayError,
  countInState,
  deleteFiguresBefore,
  PERIOD,
  periodOf,
  putFigure,
} from './gateway-figures.ts';

/** Prefix of the names of acknowledgement counts; the step of their time follows. */
export const ACKNOWLEDGED_STEP = 'acknowledged in ';

/** How long figures are kept, in milliseconds. */
const KEPT = 7 * DAY;

/** Counts the queue once a minute, for the charts of Operations, and deletes old figures. */
function createSampler(): (db: Database, now: Date) => Promise<void> {
  let next = 0;
  let period = '';
  return async (db, now) => {
    if (now.getTime() < next) return;
    next = now.getTime() + MINUTE;
    const current = periodOf(now);
    for (const state of ['queued', 'sent'] as const)
      await putFigure(db, current, state === 'queued' ? 'waiting' : 'unanswered', await countInState(db, state));
    if (period === current) return;
    period = current;
    await deleteFiguresBefore(db, periodOf(new Date(now.getTime() - Math.max(KEPT, PERIOD))));
  };
}

/** Makes tallies of rounds, for the charts of Operations; `observe` gets the seconds of every acknowledgement. */
export function createTallies(observe: AcknowledgementObserver = () => undefined): () => Tally {
  const sample = createSampler();
  return () => {
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
        await sample(db, now);
      },
    };
  };
}
