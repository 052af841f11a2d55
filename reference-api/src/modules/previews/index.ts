import { change, polledRead } from '../../core/calls/call.ts';
import type { Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, isoAfter, isoTime } from '../../core/time/clock.ts';
import { schema } from './schema.ts';

/** Longer than any preview lasts. */
const KEPT_DAYS = 30;

const endedPreviews: Service<'endedPreviews'> = async ({ db }) => {
  const rows = await db.selectFrom('ended_previews').select(['remote', 'published_at']).execute();
  return { items: rows.map(({ remote, published_at }) => ({ remote, publishedAt: published_at })) };
};

/** The audit has who began which build; what may begin is signed in the registry. */
const beginPreview: Service<'beginPreview'> = async ({ db }, { remote, version, publishedAt }) => {
  const ended = await db
    .selectFrom('ended_previews')
    .select('ended_at')
    .where('remote', '=', remote)
    .where('published_at', '=', publishedAt)
    .executeTakeFirst();
  if (ended) throw new BusinessError(`The preview of ${remote} ${version} was ended. Ask its team for another.`);
  return { message: `The preview of ${remote} ${version} begins` };
};

const endPreview: Service<'endPreview'> = async ({ db, platform }, { remote, version, publishedAt }) => {
  await db
    .insertInto('ended_previews')
    .values({ remote, published_at: publishedAt, ended_at: isoTime(platform.clock.now()) })
    .onConflict((conflict) => conflict.columns(['remote', 'published_at']).doNothing())
    .execute();
  return { message: `The preview of ${remote} ${version} is over` };
};

export async function forgetEndedPreviews(db: Database, before: string): Promise<void> {
  await db.deleteFrom('ended_previews').where('ended_at', '<', before).execute();
}

/** Ends previews of remotes before their date, and notes in the audit who began one. */
export const previews = {
  name: 'previews',
  schema,
  calls: {
    endedPreviews: { ...polledRead, run: endedPreviews },
    beginPreview: { ...change, run: beginPreview },
    endPreview: { ...change, run: endPreview },
  },
  housekeeping: {
    'ended previews': ({ db, clock }) => forgetEndedPreviews(db, isoAfter(clock.now(), -KEPT_DAYS * DAY)),
  },
} as const satisfies ApiModule;
