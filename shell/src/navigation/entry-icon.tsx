import type { ReactNode } from 'react';
import { isLineIconName, LineIcon } from '@device-console/shared-lib/ui/icons';

/** An entry's declared icon; neutral if missing or unknown, as from a later console. */
export function EntryIcon({ name = '' }: { readonly name: string | undefined }): ReactNode {
  return <LineIcon name={isLineIconName(name) ? name : 'screen'} />;
}
