export { isLineIconName, LineIcon, lineIconNames, type LineIconName, type LineIconProps } from './line-icon.tsx';
