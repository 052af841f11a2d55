import { sql, type Kysely } from 'kysely';
import type { StoreMigration } from '../../core/store/migrations/migration-list.ts';

export const endedPreviews: StoreMigration = {
  name: '0008-ended-previews',
  kind: 'schema',
  async up(db: Kysely<unknown>) {
    await sql`create table ended_previews (
      remote text not null default '',
      published_at text not null default '',
      ended_at text not null default '',
      primary key (remote, published_at)
    )`.execute(db);
  },
};
