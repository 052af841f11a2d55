import { lazy, Suspense } from 'react';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import type { ExportedRows } from './export-rows.ts';
import { t } from '../../i18n/own.ts';

function ExportMissing() {
  return (
    <Notice tone="warning">{t('The export menu could not be loaded. Reload the page to export this table.')}</Notice>
  );
}

// The menu is fetched apart: most tables are read, not exported. A table without its menu is still a table, so it
// stays.
const ExportMenu = lazy(() =>
  import('./export-menu.tsx').then(
    (module) => ({ default: module.ExportMenu }),
    () => ({ default: ExportMissing }),
  ),
);

/** The export menu once its code is there; a button that cannot be pressed yet until then. */
export function LazyExportMenu(props: { readonly exported: ExportedRows }) {
  return (
    <Suspense
      fallback={
        <Button icon="chevron" isDisabled>
          {t('Export')}
        </Button>
      }
    >
      <ExportMenu {...props} />
    </Suspense>
  );
}
