import type { ReactNode } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { CommandPage } from './command-page.tsx';
import type { Command } from '@device-console/shared-lib/contract';
import { ImeiCard, TargetCard, LevelCard } from '../command/single-forms.tsx';

/** The single form of a command, as its row says (C1 to C5); that of notifications has a screen of its own. */
export function SingleCard({ command }: { readonly command: Command }): ReactNode {
  switch (command.form) {
    case 'imei':
      return <ImeiCard command={command} />;
    case 'level':
      return <LevelCard command={command} />;
    case 'device-action':
      return <TargetCard command={command} />;
    case 'notification':
      throw new Error(`${command.title} is sent by notification-screen.tsx.`);
  }
}

/** The screen of every command but the notification: what differs stands in their rows of the command table. */
export function Screen({ screenId }: ScreenProps): ReactNode {
  return <CommandPage screenId={screenId} Single={SingleCard} />;
}
