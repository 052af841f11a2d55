import { v4 } from 'uuid';

/** A new transactionId: a UUID v4, also where the page is no secure context (D2, D9b). */
export const newTransactionId = (): string => v4();
