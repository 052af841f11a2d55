export { audienceOf, addressOf, withImei, imeiOfFragment, useAddresses } from './addresses.ts';
export { useConsole, ConsoleContext, type OfferedDeviceAction, type ConsoleServices } from './console-context.ts';
export { useDevicePanels, useHomePanels, type DevicePanelEntry, type HomePanelEntry } from './contributions.ts';
export { useBatchHandover, useWaitingHandover, type BatchHandover, type WaitingHandover } from './batch-handover.ts';
export { createBatchHandovers, type BatchHandovers, type HandedOver } from './batch-handovers.ts';
export { hasOpenCommand, useDeviceRecord, type DeviceRecord } from './use-device-record.ts';
export { useFollowing, type Following, tellSent } from './use-following.ts';
export { useSession, useDeviceActions, type DeviceActionLink } from './hooks.ts';
export type { OfferedPart, OfferedDevicePanel, OfferedHomePanel } from './offered-contributions.ts';
export { actionTitle, commandTitle } from './command-title.ts';
export { usePolling } from './use-polling.ts';
export { useEndSession } from './use-end-session.ts';
export { calendarDay } from '../i18n/calendar-day.ts';
export { copyText } from '../clipboard/copy-text.ts';
export { formatTime, formatClock, formatCount, formatDuration, timeColumn } from './format.ts';
export { createListeners, createSubject, type Listeners, type Subject } from './subject.ts';
export { useAnswer, type Answered } from './use-answer.ts';
export {
  MOST_PAGED_ROWS,
  usePages,
  type FoundPages,
  type PagedSearch,
  type PagedState,
  type PageQuestion,
} from './use-pages.ts';
export { useQuery, type QueryState, type Query } from './use-query.ts';
export { QueryNotice, type QueryNoticeProps } from './query-notice.tsx';
export { useService, type OwnService } from './use-service.ts';
export { failureNotice, failureText, type FailureNotice } from './failure-text.ts';
export { useImeiLookup, type ImeiLookup } from './use-imei-lookup.ts';
export { saveFile } from '../sheets/save-file.ts';
export {
  useRemoteStorage,
  RemoteContext,
  REMOTE_STORAGE_LIMIT,
  type StorageSchema,
  type KeepOutcome,
  type RemoteStored,
} from './remote-storage.ts';
export { decideInSteps, type DecidedCommands, type DecidedStep } from './decide-in-steps.ts';
export { RepeatableSender, type SendResult } from './repeatable-sender.ts';
