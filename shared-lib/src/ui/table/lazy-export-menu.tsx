import { lazy, Suspense } from 'react';
import { Button } from '../button/button.tsx';
import { messages } from './table-messages.ts';
import { Notice } from '../notice/notice.tsx';
import type { ExportedRows } from './export-rows.ts';

function ExportMissing() {
  return <Notice tone="warning">{messages.exportMissing}</Notice>;
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
          {messages.exportAs}
        </Button>
      }
    >
      <ExportMenu {...props} />
    </Suspense>
  );
}
