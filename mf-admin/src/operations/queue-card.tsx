import type { ReactNode } from 'react';
import type { AnswerOf, calls, CommandState } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { Card, DefinitionList, RelativeTime, Stack } from '@device-console/shared-lib/ui';
import { StackedBar, type ChartTone } from '@device-console/shared-lib/ui/chart';
import { stateOf, stateTitle } from './command-state.tsx';
import { t } from '../t.ts';

const tones: Readonly<Record<CommandState, ChartTone>> = {
  queued: 'accent',
  sent: 'info',
  acknowledged: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'muted',
  cancelled: 'muted',
};

interface QueueCardProps {
  readonly states: AnswerOf<typeof calls.operations>['states'];
  readonly chosen: CommandState | '';
  readonly onChoose: (state: CommandState | '') => void;
}

/** The queue by state, with the oldest of what is not settled. */
export function QueueCard({ states, chosen, onChoose }: QueueCardProps): ReactNode {
  const parts = states.map(({ state, count }) => {
    const known = stateOf(state);
    return { name: stateTitle(state), value: count, tone: known ? tones[known] : ('muted' as const) };
  });
  const choose = (name: string | null): void => {
    const found = states.find(({ state }) => stateTitle(state) === name);
    onChoose(stateOf(found?.state ?? '') ?? '');
  };
  const waiting = states.filter(({ oldest, count }) => oldest !== '' && count > 0);
  return (
    <Card
      title={t('Queue')}
      description={t('Choose a state to list its commands. Acknowledged counts those asked for in the last 24 hours.')}
    >
      <Stack>
        <StackedBar
          label={t('Queue')}
          parts={parts}
          chosen={chosen === '' ? null : stateTitle(chosen)}
          onChoose={choose}
          format={formatCount}
        />
        {waiting.length > 0 && (
          <DefinitionList
            isWide
            items={waiting.map(({ state, oldest }) => ({
              term: t('Oldest: {state}', { state: stateTitle(state) }),
              value: <RelativeTime moment={Date.parse(oldest)} />,
            }))}
          />
        )}
      </Stack>
    </Card>
  );
}
