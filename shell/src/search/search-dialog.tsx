import { useEffect, useId, useState, type ReactNode } from 'react';
import { formatCount, useConsole, useSends, useSendLog } from '@device-console/shared-lib/console';
import { classes, HiddenText, Spinner, Notice } from '@device-console/shared-lib/ui';
import { cleanImei, isRounded, plainDigits } from '@device-console/shared-lib/contract';
import { unusedText } from '@device-console/shared-lib/ui/host';
import {
  CommandQuestion,
  contentOfCommand,
  questionOf,
  repeatWarning,
  SingleOutcome,
  stateOfSent,
  useSendCommand,
  type SingleState,
} from '@device-console/shared-lib/single-command';
import { useSimilarDevices } from '@device-console/shared-lib/records';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import type { ChoiceGroup, ChosenCommand } from './choices.ts';
import { DeviceResult, type FoundDevice, useFoundDevice } from './device-result.tsx';
import { useRecentDevices } from './recent-devices.ts';
import { ResultList, SearchField, useMarked } from './result-list.tsx';
import styles from './search-dialog.module.css';
import { type Typed, typedIn, useGroups, useListFile } from './use-groups.tsx';
import { t } from '../t.ts';
import { Keys } from './search-button.tsx';

/** A command that the operator has chosen and must confirm. */
interface Asked extends ChosenCommand {
  readonly imei: string;
}

type Sending = ReturnType<typeof useSending>;

/** One command at a time; what is sent outlives the dialog (D2, D2e). */
function useSending() {
  const { config } = useConsole();
  const sends = useSends();
  const send = useSendCommand('search');
  const all = useSendLog();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sent, setSent] = useState<(Asked & { readonly at: number }) | null>(null);
  const last =
    sent && all.find(({ about, at }) => about?.source === 'search' && about.target === sent.imei && at >= sent.at);
  const state: SingleState | null = last ? stateOfSent(last) : null;
  const isSending = state?.status === 'sending';
  /** Resolves once the outcome is known, as far as it can be. */
  const confirm = async (): Promise<void> => {
    if (!asked || isSending) return;
    setAsked(null);
    setSent({ ...asked, at: Date.now() });
    await send(asked);
  };
  return {
    asked,
    warning: asked && repeatWarning(sends.repeatable(contentOfCommand(asked)), config),
    sent: sent && state && { ...sent, state },
    isSending,
    ask: (chosen: Asked) => {
      if (!isSending) setAsked(chosen);
    },
    cancel: () => setAsked(null),
    confirm,
    forget: () => {
      if (!isSending) setSent(null);
    },
  };
}

const SHOWN = 3;

interface SeveralResultProps {
  readonly typed: Typed;
  readonly hasCommands: boolean;
  /** The list could not be turned into a file. */
  readonly hasFailed: boolean;
}

/** A pasted list: the count of IMEIs, the first of them, and how many are left out as repeated. */
function SeveralResult({ typed: { imeis, repeated }, hasCommands, hasFailed }: SeveralResultProps): ReactNode {
  const first = imeis.slice(0, SHOWN).join(', ');
  const rest = imeis.length - SHOWN;
  return (
    <div className={styles['device']}>
      <p className={styles['subject']}>{t('{count} IMEIs', { count: formatCount(imeis.length) })}</p>
      <p className={styles['digits']}>
        {rest > 0 ? t('{shown} and {count} more', { shown: first, count: formatCount(rest) }) : first}
      </p>
      {repeated > 0 && (
        <p className={styles['muted']}>
          {t('{count, plural, one {{count} repeated one is} other {{count} repeated ones are}} left out.', {
            count: formatCount(repeated),
          })}
        </p>
      )}
      <p className={styles['muted']}>
        {hasCommands
          ? t('Choose a command. Its screen opens with the list as a file, and asks before anything is sent.')
          : t('You may not start a batch of any command')}
      </p>
      {hasFailed && (
        <Notice tone="danger" title={t('The list could not be made into a file')}>
          {t('A part of the console could not be fetched. Choose the command again.')}
        </Notice>
      )}
    </div>
  );
}

/** The command's own question, or whether this is the right device (C2, C3). */
function SendQuestion(props: { readonly sending: Sending; readonly onConfirm: () => void }): ReactNode {
  const { asked, warning, cancel } = props.sending;
  if (!asked) return null;
  const { command, title, imei } = asked;
  const question = questionOf(command, imei) ?? {
    message: t('{title} will be sent to IMEI {imei}.', { title, imei }),
    content: null,
    confirmLabel: title,
  };
  const message = warning === null ? question.message : `${question.message} ${warning}`;
  return (
    <CommandQuestion
      command={command}
      question={{ ...question, message }}
      isOpen
      onConfirm={props.onConfirm}
      onCancel={cancel}
    />
  );
}

/** Screen readers get them from the field. */
function SearchHints(): ReactNode {
  return (
    <div className={styles['hints']} aria-hidden="true">
      <span>
        <Keys keys={['↑', '↓']} /> {t('choose')}
      </span>
      <span>
        <Keys keys={['Enter']} /> {t('open')}
      </span>
      <span>
        <Keys keys={['Esc']} /> {t('close')}
      </span>
    </div>
  );
}

export interface SearchDialogProps {
  /** The initial text of the field, or a file for a batch. */
  readonly given: string | File;
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
  readonly onClose: () => void;
  readonly leave: (then: () => void) => void;
  readonly open: (address: string) => void;
}

/** Finds screens, commands, devices and batches, and sends one command to one device. */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const { given, routes, batches, onClose, leave, open } = props;
  const listId = useId();
  const file = given instanceof File ? given : null;
  const [text, setText] = useState(given instanceof File ? '' : given);
  const typed = typedIn(text, file);
  const imei = typed.imeis.length === 1 ? (typed.imeis[0] ?? null) : null;
  const { device, refresh } = useFoundDevice(imei);
  const similar = useSimilarDevices(file ? '' : (imei ?? cleanImei(text)), device.status === 'missing');
  const recent = useRecentDevices();
  useRememberFound(imei, device, recent.add);
  const sending = useSending();
  const listFile = useListFile();
  const change = (next: string): void => {
    if (sending.isSending) return;
    setText(next);
    sending.forget();
    listFile.forget();
    marked.clear();
  };
  const groups = useGroups({
    ...{ routes, batches, file, typed, device, similar, leave, open },
    recent: recent.imeis,
    show: change,
    write: listFile.write,
    send: (chosen) => imei !== null && sending.ask({ ...chosen, imei }),
  });
  const shown = sending.isSending ? [] : groups;
  // A scanner's Enter must not take a device for a mistyped one.
  const isNear = similar.kind === 'near' && similar.devices.length > 0;
  const marked = useMarked(shown, sending.sent !== null || isNear);
  const confirm = (): void => {
    marked.clear();
    // The command may have changed the device's state, and so the likely commands.
    void sending.confirm().then(refresh);
  };
  return (
    <Dialog title={t('Search')} size="search" isOpen isDismissable isBusy={sending.isSending} onClose={onClose}>
      <SearchField listId={listId} text={text} onText={change} hasResults={shown.length > 0} marked={marked} />
      <div className={styles['above']}>
        <Outcome sending={sending} />
        {file && (
          <p className={classes(styles['device'], styles['subject'])}>
            {t('{name}. Choose the command of its batch; nothing is sent before you start it.', { name: file.name })}
          </p>
        )}
        {(typed.imeis.length > 0 || typed.unused.some(isRounded)) && typed.unused.length > 0 && (
          <Notice tone="warning">{unusedText(typed.unused)}</Notice>
        )}
        {imei !== null && <DeviceResult imei={imei} device={device} onRetry={refresh} />}
        {similar.error && <p className={styles['warning']}>{t('Devices with these digits could not be looked up.')}</p>}
        {typed.imeis.length > 1 && (
          <SeveralResult typed={typed} hasCommands={groups.length > 0} hasFailed={listFile.hasFailed} />
        )}
      </div>
      {shown.length > 0 && <ResultList id={listId} groups={shown} marked={marked} />}
      <Status text={text} typed={typed} device={device} groups={shown} isSending={sending.isSending} />
      <SearchHints />
      <SendQuestion sending={sending} onConfirm={confirm} />
    </Dialog>
  );
}

function useRememberFound(imei: string | null, { status }: FoundDevice, add: (imei: string) => void): void {
  useEffect(() => {
    if (imei !== null && status === 'found') add(imei);
  }, [imei, status, add]);
}

function Outcome({ sending: { sent } }: { readonly sending: Sending }): ReactNode {
  if (!sent) return null;
  const { command, title, imei, state } = sent;
  return (
    <div className={styles['outcome']}>
      {state.status === 'sending' ? (
        <Spinner label={t('{title} is being sent to IMEI {imei}', { title, imei })} />
      ) : (
        <SingleOutcome command={command} state={state} subject={title} />
      )}
    </div>
  );
}

interface StatusProps {
  readonly text: string;
  readonly typed: Typed;
  readonly device: FoundDevice;
  readonly groups: readonly ChoiceGroup[];
  readonly isSending: boolean;
}

/** Announces the results; visible if there are none. */
function Status({ text, typed, device, groups, isSending }: StatusProps): ReactNode {
  const count = groups.reduce((total, { choices }) => total + choices.length, 0);
  const isWaiting = isSending || device.status === 'loading';
  const isEmpty = count === 0 && !isWaiting && typed.imeis.length === 0;
  const plain = plainDigits(text);
  const digits = plain.replace(/\D/g, '').length;
  const results = t('{count, plural, one {{count} result} other {{count} results}}', { count: formatCount(count) });
  return (
    <div className={isEmpty ? styles['nothing'] : undefined} role="status">
      {isEmpty && (
        <>
          <p className={styles['nothingTitle']}>
            {/^[\d\s]+$/.test(plain)
              ? t('{count} of 15 digits of an IMEI', { count: formatCount(digits) })
              : t('Nothing found for “{text}”', { text: text.trim() })}
          </p>
          <p>{t('Type the beginning of words, such as a command, or at least 4 digits of an IMEI.')}</p>
        </>
      )}
      {!isEmpty && !isWaiting && (
        <HiddenText>{(device.status === 'found' ? `${t('Device found')}. ` : '') + results}</HiddenText>
      )}
    </div>
  );
}
