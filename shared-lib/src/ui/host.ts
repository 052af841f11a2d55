// The host's frame and pages; remotes cannot import them.
export { AppFrame, type AppFrameProps } from './app-frame/app-frame.tsx';
export { Brand } from './app-frame/brand.tsx';
export { TopBar, type TopBarProps } from './app-frame/top-bar.tsx';
export { SideNav, type SideNavProps } from './side-nav/side-nav.tsx';
export { SeveralImeis, unusedText } from './imei-field/imei-field.tsx';
export { titleBefore } from './page/page-heading.tsx';
export { CentredPage, type CentredPageProps } from './page/page.tsx';
export { TableColumnsContext, type KeptTableColumns } from './table-columns.tsx';
