import type { RegistryEntry } from '../remote/index.ts';
import { isEverybodys, namesOf, type DeclaredName } from './names.ts';

export type ClaimingEntry = Pick<RegistryEntry, 'id' | 'claims' | 'publishedAt' | 'declaration' | 'canary'>;

export function declaredNames({
  declaration,
  canary,
}: Pick<ClaimingEntry, 'declaration' | 'canary'>): readonly DeclaredName[] {
  const names = [declaration, ...(canary ? [canary.declaration] : [])].flatMap(namesOf);
  return [...new Map(names.map((name) => [name.key, name])).values()];
}

/** The keys of the names that an entry claims: all that its declarations hold but those that are everybody's. */
export function claimedKeys(entry: Pick<ClaimingEntry, 'declaration' | 'canary'>): readonly string[] {
  return declaredNames(entry)
    .filter((name) => !isEverybodys(name))
    .map(({ key }) => key);
}

/** What an entry says of a claim; one of a publisher that stated none counts from its publication. */
export function statedSince({ claims, publishedAt }: ClaimingEntry, key: string): string {
  return claims[key] ?? publishedAt;
}

/** Milliseconds since 1970; what is no time is later than any. */
export function timeOf(text: string): number {
  const at = Date.parse(text);
  return Number.isNaN(at) ? Infinity : at;
}

export interface ClaimSource {
  /** The entry that it replaces, if its signature counts; its names keep their times. */
  readonly previous: ClaimingEntry | null;
  readonly others: readonly ClaimingEntry[];
  /** The publisher's clock, in milliseconds since 1970. */
  readonly now: number;
}

const LARGEST_SKEW_MS = 86_400_000;

/**
 * `claims` of a new entry. What it did not have before it claims later than anything in the registry, so that the order
 * of publications decides and not the publishers' clocks; times beyond any clock's error count for nothing.
 */
export function claimsOf(
  next: Pick<ClaimingEntry, 'declaration' | 'canary'>,
  { previous, others, now }: ClaimSource,
): Readonly<Record<string, string>> {
  const stated = [...others, ...(previous ? [previous] : [])].flatMap(({ claims }) =>
    Object.values(claims).map(timeOf),
  );
  const latest = Math.max(now - 1, ...stated.filter((at) => at <= now + LARGEST_SKEW_MS));
  const had = new Map(previous ? declaredNames(previous).map(({ key }) => [key, statedSince(previous, key)]) : []);
  const since = (key: string): string => {
    const before = had.get(key);
    return before !== undefined && Number.isFinite(timeOf(before)) ? before : new Date(latest + 1).toISOString();
  };
  return Object.fromEntries(
    claimedKeys(next)
      .toSorted()
      .map((key) => [key, since(key)]),
  );
}
