import { useEffect, useState, type ReactNode } from 'react';
import { formatClock, formatTime, useSession } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** When the login ends, and a live date and time (S5). */
export function SessionClock(): ReactNode {
  const { expiresAt, clockOffset } = useSession();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // The expiry stands on the server's clock; shown is the moment on this one (D4).
  const expiry = new Date(expiresAt - clockOffset).toISOString();
  return (
    <>
      <span>{t('login access expires on {expiry}', { expiry: formatTime(expiry) })}</span>
      <time dateTime={new Date(now).toISOString()}>{formatClock(now)}</time>
    </>
  );
}
