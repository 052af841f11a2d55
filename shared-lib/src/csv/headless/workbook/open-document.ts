/** What SheetJS does not read of an OpenDocument sheet. */
export interface OpenSheet {
  /** Non-empty hidden rows, from 0. */
  readonly hiddenRows: ReadonlySet<number>;
  readonly isHidden: boolean;
}

const ATTRIBUTES = `((?:[^>"']|"[^"]*"|'[^']*')*?)`;
const TAGS = new RegExp(`<(/?)(?:[\\w-]+:)?(table-row|table-cell|table)(?=[\\s/>])${ATTRIBUTES}(/?)>`, 'g');
const HIDDEN_STYLES =
  /<style:style\b([^>]*)>(?:(?!<\/style:style>)[\s\S])*?<style:table-properties\b[^>]*table:display="false"/g;

function attribute(text: string, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(text)?.[1];
}

const repeats = (text: string, name: string): number => Number(attribute(text, name) ?? 1) || 1;

/**
 * The sheets of `content.xml` in order; null if there are more cells than `mostCells`: a few bytes can repeat a cell a
 * million times.
 */
export function openSheets(content: string, mostCells: number): readonly OpenSheet[] | null {
  const hiddenStyles = new Set(
    Array.from(content.matchAll(HIDDEN_STYLES), ([, attributes = '']) => attribute(attributes, 'style:name')),
  );
  const sheets: OpenSheet[] = [];
  let hiddenRows = new Set<number>();
  let isHidden = false;
  let cells = 0;
  let row = { at: 0, repeat: 1, cells: 0, isHidden: false };
  for (const [, closing, name, attributes = '', empty] of content.matchAll(TAGS)) {
    const isClosing = closing === '/';
    if (name === 'table-cell' && !isClosing && empty === '')
      row.cells += repeats(attributes, 'number-columns-repeated');
    else if (name === 'table-row' && isClosing) {
      cells += row.repeat * row.cells;
      if (cells > mostCells) return null;
      if (row.isHidden && row.cells > 0) for (let more = 0; more < row.repeat; more += 1) hiddenRows.add(row.at + more);
      row = { at: row.at + row.repeat, repeat: 1, cells: 0, isHidden: false };
    } else if (name === 'table-row' && empty === '') {
      row.repeat = repeats(attributes, 'number-rows-repeated');
      row.isHidden = /visibility="(?:collapse|filter)"/.test(attributes);
    } else if (name === 'table' && isClosing) {
      sheets.push({ hiddenRows, isHidden });
    } else if (name === 'table' && empty === '') {
      hiddenRows = new Set();
      isHidden = hiddenStyles.has(attribute(attributes, 'style-name'));
      row = { at: 0, repeat: 1, cells: 0, isHidden: false };
    }
  }
  return sheets;
}
