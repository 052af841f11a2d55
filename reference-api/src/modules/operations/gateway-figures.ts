import { sql } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import { givenRows, insertedAs } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { durationStep } from '../../core/time/duration-steps.ts';
import { cleanReason } from '../../core/gateway/provider-protocol.ts';
import type { Tally } from '../../core/gateway/worker-parts.ts';
import { DAY, isoTime, MINUTE } from '../../core/time/clock.ts';

export const PERIOD = 5 * 60_000;

export function periodOf(moment: Date): string {
  return new Date(Math.floor(moment.getTime() / PERIOD) * PERIOD).toISOString();
}

export async function addFigures(db: Database, period: string, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const figures = [...counts].toSorted().map(([name, count]) => ({ name, count }));
  const { given, column } = givenRows(db, figures, { name: 'text', count: 'integer' });
  const { names, values } = insertedAs<'gateway_figures'>({ period, name: column.name, count: column.count });
  await sql`
    insert into gateway_figures (${names}) select ${values} from ${given} where true order by position
    on conflict (period, name) do update set count = gateway_figures.count + excluded.count`.execute(db);
}

export function countInState(db: Database, state: 'queued' | 'sent' | 'failed' | 'expired' | 'unknown' | 'cancelled') {
  return countRows(db.selectFrom('commands').where('status', '=', sql.lit(state)));
}

/** Prefix of the names of acknowledgement counts; the step of their time follows. */
export const ACKNOWLEDGED_STEP = 'acknowledged in ';

const KEPT = 7 * DAY;

/** Also deletes old figures. */
async function sample(db: Database, now: Date): Promise<void> {
  const period = periodOf(now);
  for (const [name, state] of Object.entries({ waiting: 'queued', unanswered: 'sent' } as const)) {
    const count = await countInState(db, state);
    await db
      .insertInto('gateway_figures')
      .values({ period, name, count })
      .onConflict((conflict) => conflict.columns(['period', 'name']).doUpdateSet({ count }))
      .execute();
  }
  const before = periodOf(new Date(now.getTime() - KEPT));
  for (const table of ['gateway_figures', 'gateway_errors'] as const)
    await db.deleteFrom(table).where('period', '<', before).execute();
}

/** For the charts of Operations; `observe` gets the seconds from a call to its acknowledgement. */
export function createTallies(observe: (seconds: number) => void = () => undefined): () => Tally {
  let sampledUntil = 0;
  return () => {
    const counts = new Map<string, number>();
    const errors = new Set<string>();
    const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    return {
      settled(state, createdAt, now) {
        add(state);
        if (state !== 'acknowledged') return;
        const milliseconds = Math.max(0, now.getTime() - Date.parse(createdAt));
        add(`${ACKNOWLEDGED_STEP}${durationStep(milliseconds)}`);
        observe(milliseconds / 1000);
      },
      failed(reason) {
        add('errors');
        errors.add(cleanReason(reason));
      },
      async write(db, now) {
        const period = periodOf(now);
        const at = isoTime(now);
        const count = sql<number>`gateway_errors.count + 1`;
        for (const message of errors)
          await db
            .insertInto('gateway_errors')
            .values({ period, message, count: 1, at })
            .onConflict((conflict) => conflict.columns(['period', 'message']).doUpdateSet({ count, at }))
            .execute();
        await addFigures(db, period, counts);
        counts.clear();
        errors.clear();
        if (now.getTime() < sampledUntil) return;
        sampledUntil = now.getTime() + MINUTE;
        await sample(db, now);
      },
    };
  };
}
