export { StatusBadge, type StatusBadgeProps } from './badge/status-badge.tsx';
export { Button, buttonClass, type ButtonProps, type ButtonSize, type ButtonVariant } from './button/button.tsx';
export { Card, type CardProps } from './card/card.tsx';
export { classes } from './props.ts';
export { Form, type FormProps, Actions, Columns, Digits, HiddenText, Section, Stack } from './layout/layout.tsx';
export { Icon, type IconName } from './icons/icons.tsx';
export { Imei, type ImeiProps } from './imei/imei.tsx';
export { checkDigitWarning, ImeiField, type ImeiFieldProps } from './imei-field/imei-field.tsx';
export { Notice, type NoticeProps, type Tone } from './notice/notice.tsx';
export { Page, type PageProps } from './page/page.tsx';
export { PasswordField, type PasswordFieldProps, TextField, type TextFieldProps } from './field/text-field.tsx';
export { Progress, Spinner, type ProgressProps, type SpinnerProps } from './progress/progress.tsx';
export { Select, type SelectOption, type SelectProps } from './field/select.tsx';
export {
  EmptyState,
  FailureState,
  type EmptyStateProps,
  type FailureDetail,
  type FailureStateProps,
} from './states/states.tsx';
