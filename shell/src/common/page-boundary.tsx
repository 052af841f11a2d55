import { useAtomValue } from 'jotai';
import { Component, type ReactNode } from 'react';
import { failureText } from '@device-console/shared-lib/console';
import { lastSentAtom } from '@device-console/shared-lib/console/host';
import { Actions, Button, FailureState } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { lastSentText } from './last-sent-text.ts';
import { isPageChange } from './page-change.ts';
import { t } from '../t.ts';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/** Stands in the place of the whole page if the console's own code fails while shown; reports it. Never blank (W5). */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <PageFailure error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function PageFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  const sent = useAtomValue(lastSentAtom);
  return (
    <CentredPage title={t('Device Console')}>
      <FailureState
        title={t('The page cannot be shown')}
        details={[
          ...(sent === null ? [] : [{ term: t('Last sent'), value: lastSentText(sent) }]),
          { term: t('Reason'), value: failureText(error) },
        ]}
        actions={
          <Actions>
            <Button variant="primary" onPress={onRetry}>
              {t('Retry')}
            </Button>
            <Button onPress={() => location.reload()}>{t('Reload the page')}</Button>
          </Actions>
        }
      >
        {isPageChange(error)
          ? t(
              'A page translator or another extension of the browser has changed this page. Turn it off for ' +
                'this page, then press Retry. A running batch continues.',
            )
          : t('Press Retry. If that does not help, reload the page; a batch that was running can be resumed.')}
      </FailureState>
    </CentredPage>
  );
}
