export * from '../badge/command-state-badge.tsx';
export { DeviceStateBadge, deviceStateTitles, isDeviceState } from './device-state-badge.tsx';
export { DeviceCard, type DeviceCardProps, type DeviceFact } from './device-card.tsx';
export * from './device-events.ts';
export { DeviceTimeline, type DeviceTimelineProps } from './device-timeline.tsx';
export { RelativeTime } from '../time/relative-time.tsx';
