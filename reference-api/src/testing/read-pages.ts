import * as v from 'valibot';
import type { Session } from './test-api.ts';

const row = v.record(v.string(), v.unknown());
const page = v.object({
  items: v.array(row),
  commanditems: v.optional(v.array(row), []),
  next: v.string(),
  total: v.nullable(v.number()),
});

type Page = v.InferOutput<typeof page>;

export async function pageOf(session: Session, body: object): Promise<Page> {
  return v.parse(page, (await session.call('downloadReports', body)).answer);
}

export async function pagesOf(session: Session, body: object, limit: number): Promise<readonly Page[]> {
  const read = await pageOf(session, { ...body, limit });
  return read.next === '' ? [read] : [read, ...(await pagesOf(session, { ...body, cursor: read.next }, limit))];
}
