export { afterPaint } from './after-paint.ts';
export { audienceOf, addressOf, withImei, imeiOfFragment, useAddresses } from './addresses.ts';
export {
  useConsole,
  type OfferedDeviceAction,
  type ConsoleServices,
  type OfferedPart,
  type OfferedDevicePanel,
  type OfferedHomePanel,
} from './console-context.ts';
export {
  useDevicePanels,
  useHomePanels,
  useSession,
  useDeviceActions,
  useIsOffered,
  type DeviceActionLink,
  useEndSession,
} from './hooks.ts';
export { useBatchHandover, useWaitingHandover, type BatchHandover, type WaitingHandover } from './batch-handover.ts';
export { actionTitle, commandTitle } from './command-title.ts';
export {
  onSent,
  notifySent,
  useAnswer,
  type Answered,
  useAskedAnswer,
  type AskedAnswer,
  useInvalidate,
  type Invalidate,
  useIsLate,
  usePolling,
  useQuery,
  type QueryState,
  type Query,
  useRead,
  type Read,
  useSent,
} from '../data/react/index.ts';
export { calendarDay, dayInWords } from '../i18n/calendar-day.ts';
export { copyText } from '../clipboard/copy-text.ts';
export { formatTime, formatTimeOfDay, formatClock, formatCount, formatDuration, timeColumn } from './format.ts';
export { QueryNotice, type QueryNoticeProps } from './query-notice.tsx';
export { useCode, type FetchedCode } from './use-code.ts';
export { type Mount, type MountProps } from './mount.ts';
export { useService, type OwnService } from './use-service.ts';
export { failureNotice, failureText, type FailureNotice } from './failure-text.ts';
export { saveFile } from '../sheets/save-file.ts';
export { useRemoteStorage, type StorageSchema, type KeepOutcome, type RemoteStored } from './remote-storage.ts';
export {
  isOpen,
  useSendLog,
  useSends,
  type Sending,
  type SendingContent,
  type SendResult,
  type Sends,
  type Sent,
  type SentCommand,
  type SentDevice,
  type SentOutcome,
  type UnsentScan,
} from '../data/react/index.ts';
