export { DeviceCard, type DeviceCardProps, type DeviceFact } from './device-card.tsx';
export { deviceEvents, type CommandEvent, type DeviceEvent } from './device-events.ts';
export {
  commandOutcome,
  deviceStanding,
  likelyCommands,
  type CommandOutcome,
  type DeviceStanding,
} from './device-standing.ts';
export { deviceState, type DeviceState } from './device-state.ts';
export { DeviceTimeline, type DeviceTimelineProps } from './device-timeline.tsx';
