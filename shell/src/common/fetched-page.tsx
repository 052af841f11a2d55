import type { ReactNode } from 'react';
import { useCode } from '@device-console/shared-lib/console';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface FetchedPageProps<Module> {
  readonly title: string;
  /** Must be the same function at every render. */
  readonly load: () => Promise<Module>;
  /** Below another page's heading. */
  readonly isPart?: boolean | undefined;
  readonly children: (module: Module) => ReactNode;
}

/** A page of the host with its own chunk, fetched on demand. */
export function FetchedPage<Module>({ title, load, isPart = false, children }: FetchedPageProps<Module>): ReactNode {
  const { state, retry } = useCode(load);
  if (state.status === 'ready') return children(state.last);
  if (state.status !== 'failed') return <Spinner placement="page" label={t('Loading {title}', { title })} />;
  return (
    <FailureState
      placement={isPart ? 'inline' : 'page'}
      title={t('{title} cannot be shown', { title })}
      details={[{ term: t('Reason'), value: String(state.error) }]}
      actions={<Button onPress={retry}>{t('Retry')}</Button>}
    >
      {t('Retry; reload the page if the problem persists.')}
    </FailureState>
  );
}
