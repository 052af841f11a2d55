import { type ReactNode, useState } from 'react';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { formatCount, useConsole, type Sent } from '@device-console/shared-lib/console';
import {
  ALL_DEVICES,
  questionOf,
  queueOf,
  type LogEntry,
  undoneOf,
  useSendCommand,
} from '@device-console/shared-lib/single-command';
import { Button } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

interface SendAgainProps {
  readonly command: Command;
  readonly entries: readonly LogEntry[];
}

interface Undone {
  readonly imei: string;
  readonly variant: CommandVariant;
}

/**
 * What can be sent again as it was: not a message, of which only its device is known here, and nothing to all devices.
 * An unknown outcome is asked for only where the server carries a repetition out once (D2b).
 */
function repeatable({ form, variants }: Command, undone: readonly Sent[], isIdempotent: boolean): readonly Undone[] {
  if (form === 'notification') return [];
  return undone.flatMap(({ about, outcome }): readonly Undone[] => {
    const variant = variants.find(({ action }) => action === about?.action);
    if (!about || !variant || about.target === ALL_DEVICES) return [];
    return outcome === 'unknown' && !isIdempotent ? [] : [{ imei: about.target, variant }];
  });
}

/** Sends again what was not done, in the order in which it was asked for; asks first where the form does (C2, C3). */
export function SendAgain({ command, entries }: SendAgainProps): ReactNode {
  const { idempotent } = useConsole().config;
  const [isAsking, setAsking] = useState(false);
  const sendCommand = useSendCommand('form');
  const undone = repeatable(command, undoneOf(entries), idempotent).toReversed();
  const [first] = undone;
  if (!first && !isAsking) return null;
  const question = first ? questionOf(command, first.imei) : null;
  const count = formatCount(undone.length);
  const title = t.known(command.title);
  const several = t('{title} will be sent to {count, plural, one {{count} device} other {{count} devices}}.', {
    title,
    count,
  });
  const label = t('Send {count} again', { count });
  const send = (): void => {
    setAsking(false);
    for (const { imei, variant } of undone)
      void sendCommand({ command, variant, imei }, { queue: queueOf(command.id) });
  };
  return (
    <>
      <Button size="small" variant="primary" onPress={() => (question ? setAsking(true) : send())}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        message={undone.length === 1 && question ? question.message : several}
        confirmLabel={label}
        tone={command.destructive ? 'danger' : 'plain'}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        {undone.map(({ imei }) => t('IMEI {imei}', { imei })).join(', ')}
      </ConfirmDialog>
    </>
  );
}
