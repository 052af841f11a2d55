import type { DeviceEvent } from './device-events.ts';
import { t } from '../../i18n/own.ts';

/** How a device stands, by the newest of its records; `unclear` where records without a time could be the newest. */
export interface DeviceState {
  readonly title: string;
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  /** The record that says so. */
  readonly since: DeviceEvent | null;
}

const tones = {
  registered: 'success',
  're-registered': 'success',
  'de-enrolled': 'danger',
  released: 'warning',
  changed: 'neutral',
} as const;

/** The state that events, newest first, lead to. Commands do not change it; the records that they bring about do. */
export function deviceState(events: readonly DeviceEvent[]): DeviceState {
  const records = events.filter((event) => event.kind !== 'command');
  const [newest] = records;
  if (!newest) return { title: t('No registration record'), tone: 'neutral', since: null };
  const isUnclear = records.some(({ moment, kind }) => moment === null && kind !== newest.kind);
  if (isUnclear) return { title: t('Not clear: some records have no time'), tone: 'warning', since: null };
  return { title: newest.title, tone: tones[newest.kind], since: newest };
}
