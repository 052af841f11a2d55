import type { ReactNode } from 'react';
import { Button, Notice, Spinner } from '../ui/index.ts';
import { t } from '../i18n/own.ts';
import { failureNotice } from './failure-text.ts';
import type { QueryState } from '../data/react/index.ts';

export interface QueryNoticeProps {
  readonly state: QueryState<unknown>;
  /** What could not be loaded. Default: 'Cannot fetch the data now, please try again.' */
  readonly title?: string | undefined;
  readonly tone?: 'danger' | 'warning' | undefined;
  /** Shows a Retry button. */
  readonly onRetry?: (() => void) | undefined;
  /** What is being fetched; shown until there is an answer. */
  readonly fetching?: string | undefined;
}

/** Says that a query failed and why, or that its first answer is being fetched; else nothing. */
export function QueryNotice({ state, title, tone = 'danger', onRetry, fetching }: QueryNoticeProps): ReactNode {
  if (state.status === 'failed')
    return (
      <Notice
        tone={tone}
        title={title ?? t('Cannot fetch the data now, please try again.')}
        actions={
          onRetry && (
            <Button size="small" onPress={onRetry}>
              {t('Retry')}
            </Button>
          )
        }
        {...failureNotice(state.error)}
      />
    );
  return state.status === 'loading' && state.last === null && fetching !== undefined && <Spinner label={fetching} />;
}
