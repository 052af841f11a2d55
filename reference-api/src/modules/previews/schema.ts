import * as c from '../../core/store/columns.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';
import { endedPreviews } from './0008-ended-previews.ts';

const tables = {
  /** Previews of remotes that a superadmin ended, by the time of their publication. */
  ended_previews: c.fixedTexts('remote', 'published_at', 'ended_at'),
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, steps: () => [endedPreviews] };
