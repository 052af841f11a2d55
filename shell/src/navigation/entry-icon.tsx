import type { ReactNode } from 'react';
import { isLineIconName, LineIcon } from '@device-console/shared-lib/ui/icons';

/** The icon of an entry, by its declared name. Missing names, and those of later consoles, get a neutral icon. */
export function EntryIcon({ name = '' }: { readonly name: string | undefined }): ReactNode {
  return <LineIcon name={isLineIconName(name) ? name : 'screen'} />;
}
