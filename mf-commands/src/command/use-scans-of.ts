import { cleanImei, isImei, type Command } from '@device-console/shared-lib/contract';
import { useSends, type UnsentScan } from '@device-console/shared-lib/console';
import type { Scans } from '@device-console/shared-lib/ui';

/** Why a scan is not sent; null: it is an IMEI, or whatever else the form takes. */
type WhyUnsent = (text: string) => UnsentScan['why'] | null;

export const unlessImei: WhyUnsent = (text) => (isImei(cleanImei(text)) ? null : 'not-an-imei');

/** Takes scans from anywhere on the page of a command, and enters those that are not sent in its log (C1). */
export function useScansOf({ id }: Command, whyUnsent: WhyUnsent): Scans {
  const sends = useSends();
  return {
    onScan: (text) => {
      const why = whyUnsent(text);
      if (why !== null) sends.noteUnsent({ command: id, text, why });
    },
    onBlocked: (text) => sends.noteUnsent({ command: id, text, why: 'question' }),
  };
}
