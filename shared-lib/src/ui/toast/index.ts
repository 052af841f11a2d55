export { ToastRegion, type Toast, type ToastRegionProps } from './toast-region.tsx';
