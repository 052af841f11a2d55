export { DeviceCard, type DeviceCardProps } from './device-card.tsx';
export { deviceEvents, type CommandEvent, type DeviceAudit, type DeviceEvent } from './device-events.ts';
export {
  commandOutcome,
  deviceStanding,
  likelyCommands,
  type CommandOutcome,
  type DeviceStanding,
} from './device-standing.ts';
export { deviceState, type DeviceState } from './device-state.ts';
export { DeviceTimeline } from './device-timeline.tsx';
