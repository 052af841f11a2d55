import { t } from '../../i18n/own.ts';

/** The name of the product, in every title of the document. */
const product = t('Device Console');

const shown = { page: '', before: [] as readonly string[] };

function show(): void {
  // The page of the very command that runs is said once.
  const before = shown.before.filter((part) => part !== shown.page);
  const page = shown.page === product ? '' : shown.page;
  document.title = [...before, ...(page ? [page] : []), product].join(' · ');
}

export function titlePage(page: string): void {
  shown.page = page;
  show();
}

/** Puts something before the title of every page, such as how far a batch is; nothing takes it away. For the host. */
export function titleBefore(...before: readonly string[]): void {
  shown.before = before;
  show();
}
