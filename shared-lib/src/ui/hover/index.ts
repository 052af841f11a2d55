export { HoverView, type HoverViewProps } from './hover-view.tsx';
