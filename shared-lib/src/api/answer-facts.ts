/** Why a server holds a command back: a budget, a paused account, or a second person to decide (C10 to C14). */
export type HoldReason = 'budget' | 'paused' | 'approval';

const holdReasons: readonly HoldReason[] = ['budget', 'paused', 'approval'];

/** What an answer says about itself, before its schema is checked. `status` is null if it has none. */
export interface AnswerFacts {
  readonly status: string | null;
  readonly message: string;
  readonly permissions: readonly string[] | undefined;
  /** What a refusal requires before a repetition succeeds (S17, S18, S20). */
  readonly challenge?: unknown;
  /** Why nothing was sent, if the refusal is temporary (C10 to C14). */
  readonly reason: HoldReason | undefined;
  /** Why the outcome is unknown; null if it is known. */
  readonly doubt: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names in a list of permissions; undefined if it is not a list. */
export function permissionNamesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => {
    const name: unknown = isRecord(entry) ? entry['permission_name'] : entry;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Reads status, message and permissions of any answer; a missing or mistyped part counts as absent (D1a). */
export function factsOf(answer: unknown): AnswerFacts {
  if (!isRecord(answer)) return { status: null, message: '', permissions: undefined, reason: undefined, doubt: null };
  const { status, message, permissions, challenge, reason } = answer;
  return {
    status: typeof status === 'string' ? status.trim().toLowerCase() : null,
    message: typeof message === 'string' ? message : '',
    permissions: permissionNamesOf(permissions),
    challenge,
    reason: holdReasons.find((known) => known === reason),
    doubt: null,
  };
}
