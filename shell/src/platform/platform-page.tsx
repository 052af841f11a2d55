import type { ReactNode } from 'react';
import { platformPage } from '../navigation/screen-routes.ts';
import { FetchedPage } from '../common/fetched-page.tsx';
import type { PlatformScreenProps } from './platform-screen.tsx';

const load = () => import(/* webpackChunkName: "platform" */ './platform-screen.tsx');

/** Its code is fetched only when a superadmin opens it. */
export function PlatformPage(props: PlatformScreenProps): ReactNode {
  return (
    <FetchedPage title={platformPage.title} load={load}>
      {({ PlatformScreen }) => <PlatformScreen {...props} />}
    </FetchedPage>
  );
}
