import { limits } from '@device-console/shared-lib/contract';

// To read a million rows takes seconds; a file that is too long looks the same with a thousand. A test file imports
// this before everything else: other modules read the limit when they are loaded.
Object.assign(limits, { batchRows: 1_000 });
