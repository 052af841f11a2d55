export { HoverView } from './hover-view.tsx';
