import type { ReactNode } from 'react';
import { Keys } from './keys.tsx';
import { shortcutTexts } from './shortcut-texts.ts';

/** The shortcuts of the console, as the rows of a description list. */
export function ShortcutRows({ className }: { readonly className?: string | undefined }): ReactNode {
  return shortcutTexts.map(({ keys, does }) => (
    <div key={does} className={className}>
      <dt>
        <Keys keys={keys} />
      </dt>
      <dd>{does}</dd>
    </div>
  ));
}
