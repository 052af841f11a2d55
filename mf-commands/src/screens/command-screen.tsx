import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { CommandPage } from './command-page.tsx';
import { ImeiCard, TargetCard, type SingleFormProps } from '../command/single-forms.tsx';

/** The form is that of the command's row (C1 to C5); notifications have their own screen. */
export function SingleCard(props: SingleFormProps): ReactNode {
  const { command } = props;
  switch (command.form) {
    case 'imei':
    case 'level':
      return <ImeiCard {...props} />;
    case 'device-action':
      return <TargetCard {...props} />;
    case 'notification':
      throw new Error(`${command.title} is sent by notification-screen.tsx.`);
  }
}

/** Of every command except the notification; the rows of the command table hold the differences. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return <CommandPage screenId={screenId} Single={SingleCard} />;
}
