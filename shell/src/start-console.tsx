import { failureText } from '@device-console/shared-lib/console';
import '@device-console/shared-lib/ui/global.css';
import './common/inter.css';
import { Provider } from 'jotai';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from '@device-console/shared-lib/router';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import type { ConsoleRuntime } from './routes/console-runtime.ts';
import { EntryRoutes } from './routes/entry-routes.tsx';
import { createRuntime } from './runtime/create-runtime.ts';
import { t } from './t.ts';

type Start =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly runtime: ConsoleRuntime }
  | { readonly status: 'failed'; readonly message: string };

function Console({ starting }: { readonly starting: Promise<Start> }): ReactNode {
  const [start, setStart] = useState<Start>({ status: 'starting' });
  useEffect(() => void starting.then(setStart), [starting]);

  if (start.status === 'starting') return <Spinner placement="page" label={t('Starting Device Console')} />;
  if (start.status === 'failed') {
    return (
      <CentredPage title={t('Device Console')}>
        <FailureState
          title={t('The console could not start')}
          details={[{ term: t('Reason'), value: start.message }]}
          actions={<Button onPress={() => location.reload()}>{t('Retry')}</Button>}
        >
          {t('Its configuration could not be used. Retry, and tell your administrator if the problem persists.')}
        </FailureState>
      </CentredPage>
    );
  }
  return (
    <Provider store={start.runtime.store}>
      {/* As a transition, a navigation would wait for a screen whose effects never end. */}
      <BrowserRouter useTransitions={false}>
        <EntryRoutes runtime={start.runtime} />
      </BrowserRouter>
    </Provider>
  );
}

const boot = window.deviceConsoleBoot;
const place = document.getElementById('console');
if (!boot || !place) throw new Error('index.html lacks the boot script or the place of the console.');

const starting = createRuntime(boot).then(
  (runtime): Start => ({ status: 'ready', runtime }),
  (error: unknown): Start => ({ status: 'failed', message: failureText(error) }),
);

createRoot(place).render(
  <StrictMode>
    <Console starting={starting} />
  </StrictMode>,
);
