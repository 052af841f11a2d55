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
  type DeviceActionLink,
  useEndSession,
} from './hooks.ts';
export { useBatchHandover, useWaitingHandover, type BatchHandover, type WaitingHandover } from './batch-handover.ts';
export { useNoteSent, type NoteSent, type SentOutcome } from './last-sent.ts';
export { actionTitle, commandTitle } from './command-title.ts';
export {
  onSent,
  tellSent,
  useAnswer,
  type Answered,
  useAskedAnswer,
  type AskedAnswer,
  useInvalidate,
  type Invalidate,
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
export { formatTime, formatClock, formatCount, formatDuration, timeColumn } from './format.ts';
export { QueryNotice, type QueryNoticeProps } from './query-notice.tsx';
export { useService, type OwnService } from './use-service.ts';
export { failureNotice, failureText, type FailureNotice } from './failure-text.ts';
export { saveFile } from '../sheets/save-file.ts';
export { useRemoteStorage, type StorageSchema, type KeepOutcome, type RemoteStored } from './remote-storage.ts';
export { RepeatableSender, type SendResult } from './repeatable-sender.ts';
