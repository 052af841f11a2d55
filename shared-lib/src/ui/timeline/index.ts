export { deviceEvents, type DeviceAudit, type DeviceEvent } from './device-events.ts';
export { deviceState, type DeviceState } from './device-state.ts';
export { DeviceTimeline } from './device-timeline.tsx';
