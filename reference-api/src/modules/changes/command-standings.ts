import type { CommandState } from '@device-console/shared-lib/contract';
import { givenTexts } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';

/** How many commands to a device are in a state, and when the last of them came to it. */
export interface CommandStanding {
  readonly imei: string;
  readonly status: CommandState;
  readonly count: number;
  readonly changed: string;
}

/** How the commands to these devices stand, by device and state. */
export async function commandStandings(db: Database, imeis: readonly string[]): Promise<readonly CommandStanding[]> {
  const rows = await db
    .selectFrom('commands')
    .select(({ fn }) => ['imei', 'status', fn.countAll().as('count'), fn.max('updated_at').as('changed')])
    .where('imei', 'in', givenTexts(db, imeis))
    .groupBy(['imei', 'status'])
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}
