import type { ReactNode } from 'react';
import { FetchedPage } from '../common/fetched-page.tsx';
import { t } from '../t.ts';

const load = () => import(/* webpackChunkName: "sign-on" */ './sign-on-screen.tsx');

/** Goes to the identity provider, and comes back from it (S21). */
export function SignOnPage(): ReactNode {
  return (
    <FetchedPage title={t('Login')} load={load}>
      {({ SignOnScreen }) => <SignOnScreen />}
    </FetchedPage>
  );
}
