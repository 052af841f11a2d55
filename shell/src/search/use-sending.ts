import { useState } from 'react';
import { useConsole, type RepeatableSender } from '@device-console/shared-lib/console';
import { sendSingleCommand, type SingleState } from '@device-console/shared-lib/single-command';
import type { ChosenCommand } from './device-choices.ts';

/** A command to a device: chosen, and waiting for the operator's yes. */
interface Asked extends ChosenCommand {
  readonly imei: string;
}

interface Sent extends Asked {
  readonly state: SingleState;
}

/** Sends what was chosen once the operator has confirmed it. */
export interface Sending {
  readonly asked: Asked | null;
  readonly sent: Sent | null;
  readonly isSending: boolean;
  readonly ask: (asked: Asked) => void;
  readonly cancel: () => void;
  /** Resolves with the outcome of the command, which may be unknown. */
  readonly confirm: () => Promise<void>;
  /** The last outcome is no longer of interest. */
  readonly forget: () => void;
}

/**
 * The sending of one command at a time. The sender outlives the dialog, so that the same command to the same device
 * goes out under the same id as long as its outcome is unknown (D2).
 */
export function useSending(sender: RepeatableSender): Sending {
  const { api } = useConsole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const isSending = sent?.state.status === 'sending';
  const confirm = async (): Promise<void> => {
    if (!asked || isSending) return;
    const { command, variant, imei } = asked;
    setAsked(null);
    setSent({ ...asked, state: { status: 'sending' } });
    const state = await sendSingleCommand({ api, sender, command, variant, imei });
    setSent({ ...asked, state });
  };
  return {
    asked,
    sent,
    isSending,
    ask: (chosen) => {
      if (!isSending) setAsked(chosen);
    },
    cancel: () => setAsked(null),
    confirm,
    forget: () => {
      if (!isSending) setSent(null);
    },
  };
}
