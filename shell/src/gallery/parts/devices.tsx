import { Digits, Imei, RelativeTime } from '@device-console/shared-lib/ui';
import type { Part } from '../part.ts';

const HOUR = 3_600_000;

/** What stands in tables and cards of devices. */
export const deviceParts: readonly Part[] = [
  {
    name: 'Digits',
    from: 'ui',
    use: 'A number to compare and copy: figures of equal width, never broken or grouped.',
    examples: [{ caption: 'children', shown: <Digits>490154203237518</Digits> }],
  },
  {
    name: 'Imei',
    from: 'ui',
    use: 'An IMEI, grouped for the eye; what is copied are its digits alone.',
    examples: [
      { caption: 'imei', shown: <Imei imei="490154203237518" /> },
      { caption: 'canCopy', shown: <Imei imei="490154203237518" canCopy /> },
      { caption: 'A text that is no IMEI', shown: <Imei imei="ALL" /> },
    ],
  },
  {
    name: 'RelativeTime',
    from: 'ui',
    use: 'How long ago something was; the exact time on hover and for assistive tools.',
    examples: [
      { caption: 'moment', shown: <RelativeTime moment={Date.now() - 2 * HOUR} /> },
      { caption: 'Long ago', shown: <RelativeTime moment={Date.UTC(2026, 2, 12, 14, 5)} /> },
    ],
  },
];
