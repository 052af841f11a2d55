/** As much of the browser's storages as the memory of failures needs. */
export interface FailureStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** How often a live release may fail within a session before the one before it is used. */
const FAILURE_BUDGET = 3;

/** What failed in this browser. Releases are known by their base address. */
export interface FailureMemory {
  /** Counts a failure of a release in this session, and returns how many there are. */
  readonly count: (baseUrl: string) => number;
  /** The release gets another chance. */
  readonly forgive: (baseUrl: string) => void;
  readonly hasSpentBudget: (baseUrl: string) => boolean;
  /** A canary that failed once is not used again by this browser, in later sessions either. */
  readonly dropCanary: (baseUrl: string) => void;
  readonly isDropped: (baseUrl: string) => boolean;
}

const SESSION_KEY = 'console:remoteFailures';
const LASTING_KEY = 'console:failedCanaries';
const CANARIES_KEPT = 20;

/**
 * Remembers in the session's storage and the lasting one; what cannot be read or written there counts for this page
 * alone.
 */
export function createFailureMemory(session: FailureStorage, lasting: FailureStorage): FailureMemory {
  const counts = new Map(
    Object.entries(read(session, SESSION_KEY)).flatMap(([url, count]) =>
      typeof count === 'number' ? [[url, count] as const] : [],
    ),
  );
  const dropped = new Set(Object.keys(read(lasting, LASTING_KEY)));
  const set = (baseUrl: string, count: number): number => {
    counts.set(baseUrl, count);
    write(session, SESSION_KEY, Object.fromEntries(counts));
    return count;
  };
  const keepDropped = (): void =>
    write(lasting, LASTING_KEY, Object.fromEntries([...dropped].slice(-CANARIES_KEPT).map((url) => [url, 1])));
  return {
    count: (baseUrl) => set(baseUrl, (counts.get(baseUrl) ?? 0) + 1),
    forgive: (baseUrl) => {
      set(baseUrl, 0);
      dropped.delete(baseUrl);
      keepDropped();
    },
    hasSpentBudget: (baseUrl) => (counts.get(baseUrl) ?? 0) >= FAILURE_BUDGET,
    dropCanary: (baseUrl) => {
      dropped.add(baseUrl);
      keepDropped();
    },
    isDropped: (baseUrl) => dropped.has(baseUrl),
  };
}

function read(storage: FailureStorage, key: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function write(storage: FailureStorage, key: string, value: object): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
