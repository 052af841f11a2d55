import { type Cancellation, type CursorPage, numberedPages, pagesOf, RepeatedCursor } from './index.ts';

type Options = Partial<Parameters<typeof pagesOf<CursorPage>>[1]>;

/** A server whose pages have these sizes and name these pages as the next ones. */
function serverOf(pages: Readonly<Record<string, readonly [rows: number, next: string]>>) {
  const asked: (string | undefined)[] = [];
  const read = async (cursor: string | undefined): Promise<CursorPage> => {
    asked.push(cursor);
    const [rows = 0, next = ''] = pages[cursor ?? 'first'] ?? [];
    return { items: Array.from({ length: rows }), next };
  };
  const collect = async (options: Options = {}, onPage = (_page: CursorPage): void => undefined) => {
    for await (const page of pagesOf(read, { most: Infinity, ...options })) onPage(page);
    return asked;
  };
  return { read, asked, collect };
}

const three = { first: [2, 'b'], b: [2, 'c'], c: [1, ''] } as const;

describe('pagesOf', () => {
  it('D2a reads every page by the cursor of the one before, to the end', async () => {
    await expect(serverOf(three).collect()).resolves.toEqual([undefined, 'b', 'c']);
  });

  it('D2a begins where it is told', async () => {
    await expect(serverOf(three).collect({ from: 'b' })).resolves.toEqual(['b', 'c']);
  });

  it('D2a reads a page only when it is asked for', async () => {
    const { read, asked } = serverOf(three);
    const pages = pagesOf(read, { most: Infinity });
    expect(asked).toEqual([]);
    await pages.next();
    expect(asked).toEqual([undefined]);
  });

  it.each([
    ['the page itself', { first: [1, 'b'], b: [1, 'b'] }, {}, [undefined, 'b'], 'b'],
    ['a page before it', { first: [1, 'b'], b: [1, 'c'], c: [1, 'b'] }, {}, [undefined, 'b', 'c'], 'b'],
    ['the page where it began', { b: [1, 'c'], c: [1, 'b'] }, { from: 'b' }, ['b', 'c'], 'b'],
  ] as const)('D2a refuses a server that names %s as the next', async (_which, pages, options, wanted, cursor) => {
    const server = serverOf(pages);
    const failed = server.collect({ ...options, path: 'list.php' });
    await expect(failed).rejects.toThrow(RepeatedCursor);
    await expect(failed).rejects.toMatchObject({
      cursor,
      message: `list.php: the server names the page "${cursor}" as the next one, but that page was read before.`,
    });
    expect(server.asked).toEqual(wanted);
  });

  it.each([
    ['one page', 1, undefined, [undefined]],
    ['pages until there are enough rows', 3, undefined, [undefined, 'b']],
    ['exactly as many rows', 4, undefined, [undefined, 'b']],
    ['one row more', 5, undefined, [undefined, 'b', 'c']],
    ['rows as they are counted', 4, () => 1, [undefined, 'b', 'c']],
  ])('D2a reads %s', async (_what, most, countOf, wanted) => {
    await expect(serverOf(three).collect({ most, countOf })).resolves.toEqual(wanted);
  });

  it('D2a ends where a server answers with empty pages for ever', async () => {
    let count = 0;
    const read = async () => ({ items: [], next: `page ${(count += 1)}` });
    for await (const page of pagesOf(read, { most: 20 })) expect(page.items).toEqual([]);
    expect(count).toBe(20);
  });

  it.each(['before the first page', 'between two pages', 'while a page is read'] as const)(
    'R1 an abort %s ends it with its reason',
    async (when) => {
      const { read, asked } = serverOf(three);
      const controller = new AbortController();
      const reason = new Error('left');
      const shown: CursorPage[] = [];
      const all = async (): Promise<void> => {
        const readOrAbort = (cursor: string | undefined): Promise<CursorPage> => {
          if (when === 'while a page is read') controller.abort(reason);
          return read(cursor);
        };
        for await (const page of pagesOf(readOrAbort, { most: Infinity, signal: controller.signal })) {
          shown.push(page);
          controller.abort(reason);
        }
      };
      if (when === 'before the first page') controller.abort(reason);
      await expect(all()).rejects.toBe(reason);
      expect(asked).toHaveLength(when === 'before the first page' ? 0 : 1);
      expect(shown).toHaveLength(when === 'between two pages' ? 1 : 0);
    },
  );

  it('D2a an error without a path names the server', () => {
    const { name, message } = new RepeatedCursor('b');
    expect(`${name}: ${message}`).toBe(
      'RepeatedCursor: the server names the page "b" as the next one, but that page was read before.',
    );
  });

  it('a failed page is thrown as it is', async () => {
    const error = new Error('away');
    const pages = pagesOf(() => Promise.reject(error), { most: Infinity });
    await expect(pages.next()).rejects.toBe(error);
  });
});

describe('numberedPages', () => {
  const collect = async (sizes: readonly number[], devices: number | null | undefined, signal?: Cancellation) => {
    const asked: number[] = [];
    const read = async (after: number) => {
      asked.push(after);
      return { items: Array.from({ length: sizes[asked.length - 1] ?? 0 }), devices };
    };
    for await (const page of numberedPages(read, { signal })) expect(page.devices).toBe(devices);
    return asked;
  };

  it.each([
    ['to the last device', [2, 2, 1], 5, [0, 2, 4]],
    ['no further than a page without rows', [2, 0], 5, [0, 2]],
    ['one page of a list without devices', [0], 0, [0]],
    ['one page where the server does not say how many there are', [2, 2], null, [0]],
    ['one page where the server does not know the field', [2, 2], undefined, [0]],
  ] as const)('D17a reads %s', async (_how, sizes, devices, wanted) => {
    await expect(collect(sizes, devices)).resolves.toEqual(wanted);
  });

  it('D17a is cancelled as other pages are', async () => {
    await expect(collect([1], 1, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});
