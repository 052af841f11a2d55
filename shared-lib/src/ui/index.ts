export { AppFrame, type AppFrameProps } from './app-frame/app-frame.tsx';
export { Brand } from './app-frame/brand.tsx';
export { TopBar, type TopBarProps } from './app-frame/top-bar.tsx';
export {
  CommandStateBadge,
  commandStateTitle,
  commandStateTitles,
  type CommandStateBadgeProps,
} from './badge/command-state-badge.tsx';
export { StatusBadge, type StatusBadgeProps } from './badge/status-badge.tsx';
export { Button, buttonClass, type ButtonProps, type ButtonSize, type ButtonVariant } from './button/button.tsx';
export { Card, type CardProps } from './card/card.tsx';
export { Checkbox, CheckboxGroup, type CheckboxGroupProps, type CheckboxProps } from './checkbox/checkbox.tsx';
export { classes } from './classes.ts';
export {
  DefinitionList,
  StatCard,
  type Definition,
  type DefinitionListProps,
  type StatCardProps,
} from './figures/figures.tsx';
export { Form, type FormProps } from './form/form.tsx';
export { Icon, type IconName } from './icons/icons.tsx';
export { Imei, type ImeiProps } from './imei/imei.tsx';
// Above the fields: styles come in this order, and the frame needs its navigation before any field.
export {
  SideNav,
  TabNav,
  type NavItem,
  type NavLinkProps,
  type NavProps,
  type SideNavProps,
} from './side-nav/side-nav.tsx';
export {
  checkDigitWarning,
  ImeiField,
  type ImeiFieldProps,
  SeveralImeis,
  unusedText,
} from './imei-field/imei-field.tsx';
export { Actions, Columns, Digits, HiddenText, Section, Stack } from './layout/layout.tsx';
export { Notice, type NoticeProps, type Tone } from './notice/notice.tsx';
export { titleBefore } from './page/page-heading.tsx';
export { CentredPage, Page, type CentredPageProps, type PageProps } from './page/page.tsx';
export { PasswordField, type PasswordFieldProps } from './password-field/password-field.tsx';
export { usePrinting } from './print/use-printing.ts';
export { Progress, Spinner, type ProgressProps, type SpinnerProps } from './progress/progress.tsx';
export { Select, type SelectOption, type SelectProps } from './select/select.tsx';
export {
  EmptyState,
  FailureState,
  type EmptyStateProps,
  type FailureDetail,
  type FailureStateProps,
} from './states/states.tsx';
export { RelativeTime, type RelativeTimeProps } from './time/relative-time.tsx';
export { TableColumnsContext, type KeptTableColumns } from './table-columns.tsx';
export { TextArea, type TextAreaProps } from './text-area/text-area.tsx';
export { TextField, type TextFieldProps } from './text-field/text-field.tsx';
