import { t } from '../i18n/own.ts';

/** Most rows that a page of the console holds. */
export const mostRows = {
  /** Of a report, which is collected and then shown. */
  report: 1_000_000,
  /** Of a list that is shown while it grows: each page copies the rows before it. */
  list: 100_000,
} as const;

/** One page of a call that answers in pages. */
export interface CursorPage {
  readonly items: readonly unknown[];
  /** The cursor of the next page; '' after the last. */
  readonly next: string;
}

/** An AbortSignal, for code without a page too. */
export interface Cancellation {
  throwIfAborted(): void;
}

/** How {@link pagesOf} reads. */
export interface PagesOptions<Page extends CursorPage> {
  /** The path of the call, for the error. */
  readonly path?: string | undefined;
  /** Where to begin. Default: the first page. */
  readonly from?: string | undefined;
  /** Ends behind the page that reaches this many rows. A page counts as one row at least, so 1 reads one page. */
  readonly most: number;
  /** Default: the page's items. */
  readonly countOf?: ((page: Page) => number) | undefined;
  readonly signal?: Cancellation | undefined;
}

/** An error that brings its words for the operator along, so that they are loaded only where it can occur. */
export interface ExplainedError extends Error {
  readonly explanation: string;
}

/** The server names a page as the next one that was read before: reading on would never end. */
export class RepeatedCursor extends Error implements ExplainedError {
  override readonly name = 'RepeatedCursor';
  readonly explanation = t(
    'The server sent the same part of the list again, so the list would never end. Try again. If it happens again, ' +
      'tell your administrator.',
  );
  constructor(
    readonly cursor: string,
    path = '',
  ) {
    const who = path === '' ? 'the server' : `${path}: the server`;
    super(`${who} names the page "${cursor}" as the next one, but that page was read before.`);
  }
}

/**
 * The pages of a call, in order, each read when it is asked for. Throws what `read` throws, the signal's reason after
 * an abort, and {@link RepeatedCursor}. A page that arrives after the abort is not given.
 */
export async function* pagesOf<Page extends CursorPage>(
  read: (cursor: string | undefined) => Promise<Page>,
  { path, from, most, countOf = ({ items }) => items.length, signal }: PagesOptions<Page>,
): AsyncGenerator<Page, void, void> {
  const known = new Set([from]);
  let cursor = from;
  let count = 0;
  do {
    signal?.throwIfAborted();
    const page = await read(cursor);
    signal?.throwIfAborted();
    if (known.has(page.next)) throw new RepeatedCursor(page.next, path);
    known.add(page.next);
    count += Math.max(countOf(page), 1);
    cursor = page.next;
    yield page;
  } while (cursor !== '' && count < most);
}

/** A page of `batchOutcomes`, whose rows are numbered. */
interface NumberedPage {
  readonly items: readonly unknown[];
  /** Of the whole list; null or absent if the server does not say. */
  readonly devices?: number | null | undefined;
}

/** {@link pagesOf} for a call that goes on after a number of rows until its `devices` are read (D17a). */
export function numberedPages<Page extends NumberedPage>(
  read: (after: number) => Promise<Page>,
  options: Pick<PagesOptions<CursorPage>, 'path' | 'signal'>,
): AsyncGenerator<Page & CursorPage, void, void> {
  let after = 0;
  return pagesOf(
    async () => {
      const page = await read(after);
      after += page.items.length;
      const isLast = page.items.length === 0 || after >= (page.devices ?? 0);
      return { ...page, next: isLast ? '' : String(after) };
    },
    { ...options, most: Infinity },
  );
}
