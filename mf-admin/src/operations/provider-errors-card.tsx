import type { ReactNode } from 'react';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Card, DefinitionList, EmptyState } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** What went wrong at the provider lately, in its own words. */
export function ProviderErrorsCard({
  providerErrors,
}: Pick<AnswerOf<typeof calls.operations>, 'providerErrors'>): ReactNode {
  return (
    <Card title={t('Errors of the provider')}>
      {providerErrors.length === 0 ? (
        <EmptyState title={t('None in the last day')} />
      ) : (
        <DefinitionList
          isWide
          items={providerErrors.map(({ at, count, message }) => ({
            term: [
              formatTime(at),
              t('{count, plural, one {once} other {{count} times}} in five minutes', { count: formatCount(count) }),
            ].join(', '),
            value: message,
          }))}
        />
      )}
    </Card>
  );
}
