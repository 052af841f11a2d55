import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  type AnswerOf,
  type calls,
  claimStates,
  cleanImei,
  deviceStates,
  IMEI_PART_DIGITS,
  isImeiPart,
} from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { Button, Select, TextField } from '@device-console/shared-lib/ui';
import { rangeProblems } from '@device-console/shared-lib/ui/date-range';
import { deviceStateTitles } from '@device-console/shared-lib/ui/timeline';
import { type DeviceFilter, fragmentOfFilter, lastCommands, noFilter } from './device-filter.ts';
import styles from './devices.module.css';
import { t } from '../t.ts';

type Show = (filter: DeviceFilter, replace?: boolean) => void;

interface StateChoiceProps {
  readonly filter: DeviceFilter;
  /** Of all devices, whatever the filter. */
  readonly states: AnswerOf<typeof calls.deviceCounts>['states'];
  readonly onShow: Show;
}

/** What state the devices are in: one press each, with the number of all devices in it (D40e). */
export function StateChoice({ filter, states, onShow }: StateChoiceProps): ReactNode {
  const others = { ...filter, is: '', state: '' } as const;
  const isAlone = fragmentOfFilter(others) === '';
  const all = states.length === 0 ? undefined : states.reduce((sum, { devices }) => sum + devices, 0);
  const chip = (is: DeviceFilter['is'], title: string, count: number | undefined): ReactNode => (
    <Button
      key={is}
      size="small"
      variant={filter.is === is && filter.state === '' ? 'primary' : 'secondary'}
      aria-pressed={filter.is === is && filter.state === ''}
      onPress={() => onShow({ ...others, is })}
    >
      {title} <span className={styles['figure']}>{isAlone && count !== undefined ? formatCount(count) : ''}</span>
    </Button>
  );
  return (
    <div role="group" aria-label={t('State')} className={styles['states']}>
      {chip('', t('All'), all)}
      {deviceStates.map((is) => chip(is, deviceStateTitles[is], states.find(({ state }) => state === is)?.devices))}
    </div>
  );
}

/** Typing has paused. */
const PAUSE_MS = 350;

/** A text that applies once typing pauses, or at once by Enter; `fits` says which texts may apply. */
function useApplied(value: string, apply: (text: string) => void, fits: (text: string) => boolean = () => true) {
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  const { of, text } = draft;
  const next = text.trim();
  const take = (): void => {
    if (next === of || !fits(next)) return;
    setDraft({ of: next, text });
    apply(next);
  };
  useEffect(() => {
    const timer = setTimeout(take, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { text, change: (typed: string) => setDraft({ of, text: typed }), take };
}

interface FilterBarProps {
  readonly filter: DeviceFilter;
  readonly hasStates: boolean;
  readonly onShow: Show;
  readonly children: ReactNode;
}

const stateOptions = [
  { value: '', title: t('Any enrolment') },
  ...claimStates.map((value) => ({ value, title: value })),
] as const;
const commandOptions = [{ value: '', title: t('Any last command') }, ...lastCommands];

/** One line of filters, each of which applies as it is set. */
export function FilterBar({ filter, hasStates, onShow, children }: FilterBarProps): ReactNode {
  const datesId = useId();
  const hasDates = filter.start !== '' || filter.end !== '';
  const [areDatesOpen, openDates] = useState(hasDates);
  const change = (fields: Partial<DeviceFilter>) => onShow({ ...filter, ...fields }, true);
  return (
    <div role="search" aria-label={t('Filter')} className={styles['filters']}>
      <div className={styles['line']}>
        {hasStates && <PartField key="part" value={filter.part} onApply={(part) => change({ part })} />}
        {(!hasStates || filter.state !== '') && (
          <Select
            label={t('Enrollment Status')}
            options={stateOptions}
            value={filter.state ?? ''}
            onChange={(state) => change({ state })}
          />
        )}
        <FilterText label={t('Model')} value={filter.model} onApply={(model) => change({ model })} />
        <FilterText label={t('App Version')} value={filter.version} onApply={(version) => change({ version })} />
        <Select
          label={t('Last Command')}
          options={commandOptions}
          value={filter.command}
          onChange={(command) => change({ command })}
        />
        <Button aria-expanded={areDatesOpen} aria-controls={datesId} onPress={() => openDates(!areDatesOpen)}>
          {hasDates ? t('Registered: days chosen') : t('Registered')}
        </Button>
        {fragmentOfFilter(filter) !== '' && (
          <Button variant="quiet" onPress={() => onShow(noFilter)}>
            {t('Clear the filter')}
          </Button>
        )}
        {children}
      </div>
      <div id={datesId} hidden={!areDatesOpen} className={styles['dates']}>
        <Days filter={filter} onApply={change} />
      </div>
    </div>
  );
}

interface TextProps {
  readonly value: string;
  readonly onApply: (text: string) => void;
}

function FilterText({ label, value, onApply }: TextProps & { readonly label: string }): ReactNode {
  const { text, change, take } = useApplied(value, onApply);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField label={label} prefix={label} value={text} onChange={change} autoComplete="off" maxLength={100} />
    </form>
  );
}

const fitsPart = (text: string): boolean => text === '' || isImeiPart(text);

/** From four digits on, the beginning or the end (D40f). */
function PartField({ value, onApply }: TextProps): ReactNode {
  const { text, change, take } = useApplied(value, onApply, fitsPart);
  return (
    <form
      className={styles['part']}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField
        label={t('Part of an IMEI, at its beginning or end')}
        prefix={t('IMEI')}
        value={text}
        onChange={(typed) => change(cleanImei(typed))}
        autoComplete="off"
        inputMode="numeric"
        digits
        suffix={text !== '' && text.length < IMEI_PART_DIGITS ? t('from 4 digits') : undefined}
        errorMessage={/\D/.test(text) ? t('Digits only') : text.length > 15 ? t('At most 15 digits') : undefined}
      />
    </form>
  );
}

/** A range may be open on either side. */
function Days({ filter, onApply }: { readonly filter: DeviceFilter; readonly onApply: Show }): ReactNode {
  const [days, setDays] = useState({ of: filter, start: filter.start, end: filter.end });
  if (days.of.start !== filter.start || days.of.end !== filter.end)
    setDays({ of: filter, start: filter.start, end: filter.end });
  const { start, end } = days;
  const problems = start === '' || end === '' ? {} : rangeProblems({ start, end });
  const field = (name: 'start' | 'end', label: string): ReactNode => (
    <TextField
      label={label}
      type="date"
      value={days[name]}
      onChange={(value) => {
        const next = { start, end, [name]: value };
        setDays({ ...days, ...next });
        const isRange = next.start === '' || next.end === '' || Object.keys(rangeProblems(next)).length === 0;
        if (isRange) onApply({ ...filter, ...next });
      }}
      errorMessage={problems[name]}
    />
  );
  return (
    <>
      {field('start', t('Registered from'))}
      {field('end', t('Registered until'))}
    </>
  );
}
