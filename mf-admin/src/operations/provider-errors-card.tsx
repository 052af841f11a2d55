import type { ReactNode } from 'react';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Card, DefinitionList, EmptyState } from '@device-console/shared-lib/ui';
import { operationsMessages as texts } from './operations-messages.ts';

/** What went wrong at the provider lately, in its own words. */
export function ProviderErrorsCard({
  providerErrors,
}: Pick<AnswerOf<typeof calls.operations>, 'providerErrors'>): ReactNode {
  return (
    <Card title={texts.providerErrors}>
      {providerErrors.length === 0 ? (
        <EmptyState title={texts.noErrors} />
      ) : (
        <DefinitionList
          isWide
          items={providerErrors.map(({ at, count, message }) => ({
            term: `${formatTime(at)}, ${texts.errorTimes(formatCount(count))}`,
            value: message,
          }))}
        />
      )}
    </Card>
  );
}
