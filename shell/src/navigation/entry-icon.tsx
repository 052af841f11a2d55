import type { ReactNode } from 'react';
import { isLineIconName, LineIcon } from '@device-console/shared-lib/ui/icons';

/** The drawing of an entry, by the name that a declaration gives; a neutral one for none, or one of a later console. */
export function EntryIcon({ name = '' }: { readonly name: string | undefined }): ReactNode {
  return <LineIcon name={isLineIconName(name) ? name : 'screen'} />;
}
