import type { ReactNode } from 'react';
import { formatCount, useAddresses, useConsole, useSession } from '../console/index.ts';
import { calls, commandByAction, commandStateOf, mayAccess } from '../contract/index.ts';
import type { Sent } from '../data/react/index.ts';
import { t } from '../i18n/own.ts';
import { Link } from '../router/index.ts';
import { commandStateTitle } from '../ui/badge/command-state-badge.tsx';

/** How far a command to ALL is: one word of the provider for all phones, none of which answers for itself. */
function progressOf(status: string): string {
  const state = commandStateOf(status);
  if (state === 'acknowledged') return t('Acknowledged for all at once; single phones are not reported.');
  if (state === 'queued' || state === 'sent' || status === '') return t('Not acknowledged yet.');
  return t('Its state: {status}', { status: commandStateTitle(status) });
}

/** Of a command to ALL: to how many devices it was handed over, how far it is, and those devices (C5, D6). */
export function HandedToAll({ sent: { devices, status, about } }: { readonly sent: Sent }): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const isListed = mayAccess(useSession(), { permission: 'Device Details' }) && api.offers(calls.deviceList);
  if (devices === undefined) return null;
  const reportedAs = commandByAction(about?.action ?? '')?.variant.reportedAs;
  return (
    <p>
      {t('Handed over to {count, plural, one {{count} device} other {{count} devices}}.', {
        count: formatCount(devices),
      })}{' '}
      {progressOf(status)}
      {isListed && reportedAs !== undefined && (
        <>
          {' '}
          <Link to={`${to('devices')}#command=${reportedAs}`}>{t('Devices with it as their last command')}</Link>
        </>
      )}
    </p>
  );
}
