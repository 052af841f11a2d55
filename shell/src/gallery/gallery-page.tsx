import type { ReactNode } from 'react';
import { galleryPage } from '../navigation/screen-routes.ts';
import { FetchedPage } from '../common/fetched-page.tsx';

const load = () => import(/* webpackChunkName: "gallery" */ './gallery-screen.tsx');

/** The gallery in its place. Its code is fetched when a superadmin opens it, and by nobody else. */
export function GalleryPage(): ReactNode {
  return (
    <FetchedPage title={galleryPage.title} load={load}>
      {({ GalleryScreen }) => <GalleryScreen />}
    </FetchedPage>
  );
}
