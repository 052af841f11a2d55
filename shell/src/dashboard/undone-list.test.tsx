import { act, screen } from '@testing-library/react';
import { ApiError } from '@device-console/shared-lib/api';
import type { Sent } from '@device-console/shared-lib/console';
import { sentAtom } from '@device-console/shared-lib/console/host';
import { renderConsole } from '@device-console/shared-lib/testing';
import { useUndoneSends } from '@device-console/shared-lib/single-command';
import type { ReactNode } from 'react';
import { UndoneList } from './undone-list.tsx';

const failure = { kind: 'business', outcome: 'refused', message: 'No.', callPath: '', transactionId: '' } as const;

const sent = (command: string, target: string, outcome: Sent['outcome']): Sent => ({
  id: `${command} ${target}`,
  key: `device ${target}`,
  digest: '',
  at: 0,
  since: 0,
  asked: 0,
  about: { command, action: command, target, source: 'form', remote: 'mf-commands' },
  phase: 'ended',
  outcome,
  error: outcome === 'refused' ? new ApiError(failure) : null,
  status: '',
  device: null,
  isNews: true,
});

function Page(): ReactNode {
  return <UndoneList undone={useUndoneSends()} />;
}

it('C7 D12 Home names the commands of which some were not done, with the way to their log', async () => {
  const { store } = await renderConsole(<Page />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  act(() =>
    store.set(sentAtom, [
      sent('lock', '1', 'refused'),
      sent('lock', '2', 'refused'),
      sent('lock', '3', 'unknown'),
      sent('unlock', '4', 'not-sent'),
      sent('release', '5', 'taken'),
    ]),
  );
  expect(screen.getByText('Lock Device: 2 refused · 1 of unknown outcome')).toBeInTheDocument();
  expect(screen.getByText('Unlock Device: 1 not sent')).toBeInTheDocument();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/lockDevice',
    '/unlockDevice',
  ]);
});
