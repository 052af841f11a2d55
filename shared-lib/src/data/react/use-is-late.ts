import { useEffect, useState } from 'react';

/** Milliseconds in which a server that works has answered a command. */
const ANSWERED_WITHIN_MS = 3_000;

/** True once something that began at `since`, in milliseconds since 1970, has gone unanswered for three seconds. */
export function useIsLate(since: number | null): boolean {
  const [late, setLate] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setTimeout(() => setLate(since), Math.max(0, since + ANSWERED_WITHIN_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== null && late === since;
}
