import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls, type FailureFigures, type FiguresAnswer } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, useQuery } from '@device-console/shared-lib/console';
import {
  Actions,
  Button,
  Card,
  Notice,
  Select,
  Spinner,
  Stack,
  type SelectOption,
} from '@device-console/shared-lib/ui';
import { FailureDetails, FleetFailures, FleetReleases } from './fleet-tables.tsx';
import { failureName } from './platform-texts.ts';
import { t } from '../t.ts';

const spans: readonly SelectOption[] = [
  { value: '1', title: t('Last hour') },
  { value: '24', title: t('Last 24 hours') },
  { value: '168', title: t('Last 7 days') },
  { value: '720', title: t('Last 30 days') },
];

/** What all operators met with the remotes, as their pages reported it; nothing where the back end takes no reports. */
export function FleetCard(): ReactNode {
  const { api } = useConsole();
  return api.offers(calls.platformFigures) ? <Fleet /> : null;
}

function Fleet(): ReactNode {
  const { api } = useConsole();
  const [hours, setHours] = useState('24');
  const { state, ask } = useQuery(
    useCallback(
      (wanted: string, signal: AbortSignal) => api.call(calls.platformFigures, { hours: Number(wanted) }, { signal }),
      [api],
    ),
  );
  useEffect(() => ask(hours), [ask, hours]);
  const { last } = state;
  return (
    <Card
      title={t('All operators')}
      description={t(
        "Loads and failures of every operator's pages, as they reported them. Counted by the hour; a page " +
          'reports within half a minute.',
      )}
    >
      <Stack>
        <Actions>
          <Select label={t('Time')} options={spans} value={hours} onChange={setHours} />
          <Button size="small" isPending={state.status === 'loading'} onPress={() => ask(hours)}>
            {t('Read figures again')}
          </Button>
        </Actions>
        {state.status === 'failed' && (
          <Notice
            tone="danger"
            title={t('The figures of all operators could not be read')}
            {...failureNotice(state.error)}
          />
        )}
        {last ? (
          <Figures figures={last} />
        ) : (
          state.status === 'loading' && <Spinner label={t('Reading the figures of all operators')} />
        )}
      </Stack>
    </Card>
  );
}

function Figures({ figures: { items, failures } }: { readonly figures: FiguresAnswer }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown: FailureFigures | undefined = failures.find(({ id }) => id === chosen) ?? failures[0];
  return (
    <>
      <FleetReleases releases={items} />
      <FleetFailures failures={failures} />
      {shown && (
        <>
          <Select
            label={t('Failure')}
            options={failures.map((failure) => ({ value: failure.id, title: failureName(failure) }))}
            value={shown.id}
            onChange={setChosen}
          />
          <FailureDetails failure={shown} />
        </>
      )}
    </>
  );
}
