import type { ReactNode } from 'react';
import { reports } from '@device-console/shared-lib/contract';
import { useAddresses } from '@device-console/shared-lib/console';
import { Navigate } from '@device-console/shared-lib/router';
import { reportPath } from './report-tabs.tsx';

/** /reports opens the first report, of today (D3). */
export function Screen(): ReactNode {
  const { to } = useAddresses();
  return <Navigate to={`${to(reportPath(reports[0]?.report ?? ''))}#range=today`} replace />;
}
