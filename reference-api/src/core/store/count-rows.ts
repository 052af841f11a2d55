import { sql, type SelectQueryBuilder } from 'kysely';

export async function countRows<Tables, Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const counted = query.select((select) => select.fn.countAll().as('count')).$castTo<{ count: number }>();
  return (await counted.executeTakeFirstOrThrow()).count;
}

export async function exists<Tables, Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, object>,
): Promise<boolean> {
  return (await query.select(sql.lit(1).as('found')).limit(1).executeTakeFirst()) !== undefined;
}
