// Apart from the ids of batch items, whose SHA-1 the login page does not need.
import { v4 } from 'uuid';

/** A new transactionId: a UUID v4, even if the page is not a secure context (D2, D9b). */
export const newTransactionId = (): string => v4();
