import { imeiFileKind } from '../batch/imei-file-kind.tsx';
import { notificationFileKind } from '../notification/notification-file-kind.tsx';

export { BatchCards } from '../batch/batch-cards.tsx';

/** By what the file of a command's batch holds. */
export const fileKinds = { imei: imeiFileKind, notification: notificationFileKind } as const;
