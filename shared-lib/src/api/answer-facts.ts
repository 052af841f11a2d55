/** What an answer says of itself, before its schema is asked. `status` is null where the answer has none. */
export interface AnswerFacts {
  readonly status: string | null;
  readonly message: string;
  readonly permissions: readonly string[] | undefined;
  /** What a refusal asks for before the same can be done (S17, S18, S20). */
  readonly challenge?: unknown;
  /** Why it cannot be known how it went; null when it can. */
  readonly doubt: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names in a list of permissions; undefined for what is no list. */
export function permissionNamesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => {
    const name: unknown = isRecord(entry) ? entry['permission_name'] : entry;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Reads status, message and permissions of any answer; what is missing or of another type counts as absent (D1a). */
export function factsOf(answer: unknown): AnswerFacts {
  if (!isRecord(answer)) return { status: null, message: '', permissions: undefined, doubt: null };
  const { status, message, permissions, challenge } = answer;
  return {
    status: typeof status === 'string' ? status.trim().toLowerCase() : null,
    message: typeof message === 'string' ? message : '',
    permissions: permissionNamesOf(permissions),
    challenge,
    doubt: null,
  };
}
