export {
  CommandStateBadge,
  commandStateTitle,
  commandStateTitles,
  type CommandStateBadgeProps,
} from '../badge/command-state-badge.tsx';
export { DeviceCard, type DeviceCardProps, type DeviceFact } from './device-card.tsx';
export { deviceEvents, type CommandEvent, type DeviceEvent } from './device-events.ts';
export {
  commandOutcome,
  deviceStanding,
  likelyCommands,
  type CommandOutcome,
  type DeviceStanding,
  deviceState,
  type DeviceState,
} from './device-standing.ts';
export { DeviceTimeline, type DeviceTimelineProps } from './device-timeline.tsx';
export { RelativeTime, type RelativeTimeProps } from '../time/relative-time.tsx';
