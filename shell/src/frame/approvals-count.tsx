import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { formatCount, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { buttonClass } from '@device-console/shared-lib/ui';
import { commandUseAtom } from '../common/command-use.ts';
import { t } from '../t.ts';

/** How many commands wait for this operator's decision; leads to them (C15). Nothing where none does. */
export function ApprovalsCount(): ReactNode {
  const { to } = useAddresses();
  const waiting = useAtomValue(commandUseAtom)?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Link className={buttonClass({ size: 'small' })} to={to('approvals')}>
      {t('{count} to approve', { count: formatCount(waiting) })}
    </Link>
  );
}
