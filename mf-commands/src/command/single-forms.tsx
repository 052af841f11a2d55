import { useRef, useState, type ReactNode } from 'react';
import {
  calls,
  cleanImei,
  isImei,
  textKinds,
  type Command,
  type CommandVariant,
} from '@device-console/shared-lib/contract';
import { formatCount, useAddresses, useConsole, useAnswer } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { ALL_DEVICES, questionOf, useSingleCommand, type Question } from '@device-console/shared-lib/single-command';
import { checkDigitWarning, TextField, ImeiField, useScannerWatch } from '@device-console/shared-lib/ui';
import { SendCard } from './send-card.tsx';
import { unlessImei, useScansOf } from './use-scans-of.ts';
import { hasChoice, VariantSelect } from './variant-select.tsx';
import { t } from '../t.ts';

export interface SingleFormProps {
  readonly command: Command;
  /** Gets the content of the IMEI field, complete or not, for a screen that shows the device. */
  readonly onTarget?: ((imei: string) => void) | undefined;
}

/**
 * The content of a form's IMEI field, at first the IMEI of the address. Reports each change to the screen, which keeps
 * the last device if the field is cleared.
 */
function useTargetImei({
  onTarget,
}: SingleFormProps): readonly [imei: string, change: (imei: string) => void, empty: () => void] {
  const [imei, setImei] = useState(useAddresses().imei ?? '');
  const change = (text: string): void => {
    setImei(text);
    onTarget?.(text);
  };
  return [imei, change, () => setImei('')];
}

/** A device or all, the start of one, or text that can be neither. */
type DeviceTarget =
  | { readonly kind: 'target'; readonly imei: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'other-characters' };

/** 15 digits, or the word ALL in any case (C5). */
function readTarget(text: string): DeviceTarget {
  const typed = cleanImei(text).toUpperCase();
  if (isImei(typed) || typed === ALL_DEVICES) return { kind: 'target', imei: typed };
  return /^\d*$/.test(typed) || ALL_DEVICES.startsWith(typed) ? { kind: 'incomplete' } : { kind: 'other-characters' };
}

/**
 * The number of devices that a command to ALL goes to. Null if unknown, as with an existing back end, which may count
 * differently (D1a).
 */
function useEnrolled(isAsked: boolean): number | null {
  const { status, last } = useAnswer(calls.homeData, isAsked ? {} : null).state;
  return status === 'ready' ? last.total_device - last.deenroll : null;
}

/** Says what is sent, and to how many. */
function questionToAll(action: string, enrolled: number | null): Pick<Question, 'title' | 'message' | 'confirmLabel'> {
  if (enrolled === null)
    return {
      title: t('{action} to all devices', { action }),
      message: t('{action} will be sent to every enrolled device. This cannot be undone.', { action }),
      confirmLabel: t('{action}: all devices', { action }),
    };
  const count = formatCount(enrolled);
  return {
    title: t('{action} to {count, plural, one {{count} device} other {all {count} devices}}', { action, count }),
    message: t(
      '{action} will be sent to every enrolled device: {count, plural, one {{count} device} other {{count} devices}} ' +
        'at present. This cannot be undone.',
      { action, count },
    ),
    confirmLabel: t('{action}: {count, plural, one {{count} device} other {{count} devices}}', { action, count }),
  };
}

/** One IMEI or ALL, and an action (C5, D6). */
export function TargetCard(props: SingleFormProps): ReactNode {
  const { command } = props;
  // An existing back end stores no reason (D1a).
  const keepsReason = useConsole().api.offers(calls.adminLockNotification, 'reason');
  const [text, setText, empty] = useTargetImei(props);
  // As in `?action=REBOOT`.
  const [action, setAction] = useState(new URLSearchParams(useLocation().search).get('action') ?? '');
  const [reason, setReason] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const chosen = command.variants.find(({ choice }) => choice?.value === action) ?? null;
  const single = useSingleCommand(command, chosen ?? command.variants[0]);
  const { edit } = single;
  const target = readTarget(text);
  const isForAll = target.kind === 'target' && target.imei === ALL_DEVICES;
  const enrolled = useEnrolled(isForAll && keepsReason);

  const edited = (): void => {
    setRefused(false);
    edit();
  };
  const check = (): boolean => {
    setRefused(true);
    return target.kind === 'target' && chosen !== null;
  };
  const change = (typed: string): void => {
    setText(cleanImei(typed));
    edited();
  };
  const input = useRef<HTMLInputElement>(null);
  useScannerWatch({
    field: input,
    fill: change,
    scans: useScansOf(command, (scanned) =>
      chosen === null ? 'incomplete' : readTarget(scanned).kind === 'target' ? null : 'not-an-imei',
    ),
  });
  const toAll: Question = {
    ...questionToAll(t.known(chosen?.choice?.title ?? command.title), enrolled),
    content: keepsReason ? <Reason value={reason} onChange={setReason} /> : null,
    isConfirmDisabled: keepsReason && reason.trim() === '',
  };
  return (
    <SendCard
      command={command}
      target={target.kind === 'target' ? target.imei : text}
      single={single}
      question={isForAll ? toAll : questionOf(command, text)}
      check={check}
      fields={isForAll && keepsReason ? { reason: reason.trim() } : undefined}
      onEmpty={() => {
        empty();
        setRefused(false);
      }}
    >
      <TextField
        label={t('IMEI number or ALL')}
        description={t('Please provide 15 digit IMEI number, or ALL for every device')}
        value={text}
        onChange={change}
        inputRef={input}
        autoComplete="off"
        autoFocus
        spellCheck="false"
        digits
        errorMessage={targetProblem(target.kind, wasRefused)}
        warningMessage={checkDigitWarning(text)}
      />
      <VariantSelect
        command={command}
        chosen={chosen}
        isDisabled={single.state.status === 'sending'}
        errorMessage={wasRefused ? actionProblem(chosen, action) : undefined}
        onChoose={({ choice }) => {
          setAction(choice?.value ?? '');
          edited();
        }}
      />
    </SendCard>
  );
}

function targetProblem(kind: DeviceTarget['kind'], wasRefused: boolean): string | undefined {
  if (kind === 'target') return undefined;
  if (wasRefused) return t('Please enter exactly 15 digits for IMEI or type "ALL".');
  return kind === 'other-characters' ? t("Only enter a 15-digit IMEI number or type 'ALL'.") : undefined;
}

function actionProblem(chosen: CommandVariant | null, action: string): string | undefined {
  if (chosen) return undefined;
  return action === '' ? t('Please select a Device Action.') : t('Please select a valid action');
}

function Reason({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }): ReactNode {
  return (
    <TextField
      label={t('Reason')}
      description={t('It is kept with the command, for the audit.')}
      value={value}
      onChange={onChange}
      autoComplete="off"
      autoFocus
      isRequired
      maxLength={textKinds.reason.most}
    />
  );
}

/**
 * One IMEI (C1, C2, C3). A command with levels asks for one first: another level is another command, so it clears the
 * IMEI (C4).
 */
export function ImeiCard(props: SingleFormProps): ReactNode {
  const { command } = props;
  const hasLevels = hasChoice(command);
  const [imei, setImei, empty] = useTargetImei(props);
  const [level, setLevel] = useState<CommandVariant | null>(hasLevels ? null : command.variants[0]);
  const [isMissing, setMissing] = useState(false);
  const single = useSingleCommand(command, level ?? command.variants[0]);
  const choose = (chosen: CommandVariant): void => {
    // The first choice keeps an IMEI from the address.
    if (level) setImei('');
    setLevel(chosen);
    setMissing(false);
    single.edit();
  };
  const change = (text: string): void => {
    setImei(text);
    single.edit();
  };
  const check = (): boolean => {
    setMissing(level === null);
    return level !== null && isImei(imei);
  };
  const scans = useScansOf(command, (text) => {
    setMissing(level === null);
    return level === null ? 'incomplete' : unlessImei(text);
  });
  return (
    <SendCard
      command={command}
      target={imei}
      single={single}
      question={questionOf(command, imei)}
      check={check}
      onEmpty={empty}
    >
      <VariantSelect
        command={command}
        chosen={level}
        autoFocus
        onChoose={choose}
        isDisabled={single.state.status === 'sending'}
        errorMessage={isMissing ? t('Please select a level.') : undefined}
      />
      <ImeiField
        value={imei}
        onChange={change}
        autoFocus={!hasLevels}
        isRequired
        isDisabled={level === null}
        scans={scans}
      />
    </SendCard>
  );
}
