export { MenuButton, type MenuButtonProps, type MenuChoice } from './menu-button.tsx';
