// The host's frame and pages; remotes cannot import them.
export { AppFrame, type AppFrameProps } from './app-frame/app-frame.tsx';
export { Brand, CentredPage, type CentredPageProps } from './page/page.tsx';
export { SideNav, type SideNavProps } from './side-nav/side-nav.tsx';
export { SeveralImeis, unusedText } from './imei-field/imei-field.tsx';
export { TableColumnsContext, type KeptTableColumns } from './table-columns.tsx';
