import { Fragment, type ReactNode } from 'react';
import { commandDisplayName, type DeviceRow } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import type { LineIconName } from '../icons/line-icon.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import type { DeviceEvent } from './device-events.ts';
import { commandOutcome, type DeviceStanding } from './device-standing.ts';
import { standingTexts as texts } from './standing-texts.ts';

/** How a sentence looks. */
export interface StandingLook {
  readonly icon: LineIconName;
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

type Moment = Pick<DeviceEvent, 'moment' | 'time'>;

/** Stands in a text for the time, which is an element of its own. */
const PLACE = '\uFFFC';

/** When an event was, as part of a sentence. */
export function EventAgo({ event: { moment, time } }: { readonly event: Moment }): ReactNode {
  if (moment !== null) return <RelativeTime moment={moment} />;
  return time === '' ? texts.unknownTime : time;
}

/** A text that says when something was, with that time in its place. */
function withTime(text: string, event: Moment): ReactNode {
  return text.split(PLACE).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <EventAgo event={event} />}
      {part}
    </Fragment>
  ));
}

const openWords = {
  lock: {
    acknowledged: [texts.locked, texts.lockedBy],
    sent: [texts.lockSent, texts.lockSentBy],
    queued: [texts.lockQueued, texts.lockQueuedBy],
    failed: [texts.lockFailed, texts.lockFailedBy],
    other: [texts.lockUnclear, texts.lockUnclearBy],
  },
  unlock: {
    acknowledged: [texts.unlocked, texts.unlockedBy],
    sent: [texts.unlockSent, texts.unlockSentBy],
    queued: [texts.unlockQueued, texts.unlockQueuedBy],
    failed: [texts.unlockFailed, texts.unlockFailedBy],
    other: [texts.unlockUnclear, texts.unlockUnclearBy],
  },
} as const;

function lockSentence(event: NonNullable<DeviceStanding['open']>): ReactNode {
  const [alone, by] = openWords[event.command === 'LOCK' ? 'lock' : 'unlock'][commandOutcome(event.status)];
  return withTime(event.user === '' ? alone(PLACE) : by(PLACE, event.user), event);
}

/** What held before a lock command that was not acknowledged. */
function earlierSentence({ open, lock, lockedBy }: DeviceStanding): ReactNode {
  if (open === null) return null;
  if (lockedBy === null) return texts.wasNever;
  return withTime(lock === 'locked' ? texts.wasLocked(PLACE) : texts.wasUnlocked(PLACE), lockedBy);
}

/** How a device stands in a sentence, and what held before where that is not settled. */
export function standingSentence(standing: DeviceStanding, { command }: DeviceRow): readonly [ReactNode, ReactNode] {
  const { enrolment, since, open, lockedBy, lock } = standing;
  if (enrolment === 'released') return [since ? withTime(texts.releasedSince(PLACE), since) : texts.released, null];
  if (enrolment === 'de-enrolled')
    return [since ? withTime(texts.deEnrolledSince(PLACE), since) : texts.deEnrolled, null];
  const last = open ?? lockedBy;
  if (last) return [lockSentence(last), earlierSentence(standing)];
  if (enrolment === 'unknown') return [texts.unclear, null];
  if (lock === 'never') return [texts.neverLocked, null];
  return [command === '' ? texts.noCommand : texts.lastWas(t.known(commandDisplayName(command))), null];
}

/** The drawing and colour of a sentence. */
export function standingLook({ enrolment, lock, open }: DeviceStanding): StandingLook {
  if (enrolment === 'released') return { icon: 'release', tone: 'neutral' };
  if (enrolment === 'de-enrolled') return { icon: 'formatted', tone: 'neutral' };
  if (open) {
    const outcome = commandOutcome(open.status);
    if (outcome === 'failed') return { icon: 'warning', tone: 'danger' };
    return { icon: outcome === 'other' ? 'unknown' : 'clock', tone: 'info' };
  }
  if (lock === 'locked') return { icon: 'lock', tone: 'warning' };
  if (lock === 'unlocked') return { icon: 'unlock', tone: 'success' };
  return enrolment === 'enrolled' ? { icon: 'device', tone: 'success' } : { icon: 'unknown', tone: 'neutral' };
}
