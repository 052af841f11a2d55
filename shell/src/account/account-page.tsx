import type { ReactNode } from 'react';
import { FetchedPage } from '../common/fetched-page.tsx';
import { accountPage } from '../navigation/screen-routes.ts';

const load = () => import(/* webpackChunkName: "account" */ './account-screen.tsx');

/** The page of one's own account in its place. Its code is fetched when somebody opens it. */
export function AccountPage(): ReactNode {
  return (
    <FetchedPage title={accountPage.title} load={load}>
      {({ AccountScreen }) => <AccountScreen />}
    </FetchedPage>
  );
}
