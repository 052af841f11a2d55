import type { SpecifiedScreen } from '../contract/index.ts';
import type { DeclaredName } from './names.ts';
import type { Objection } from './objection.ts';
import { formatLocale } from '../i18n/index.ts';

const kindWords = {
  address: 'the address',
  permission: 'the permission',
  action: 'the device action',
  contribution: 'the contribution',
} as const;
const list = new Intl.ListFormat(formatLocale(), { type: 'conjunction' });
const inWords = (names: readonly string[]): string => list.format(names);
const time = (at: number): string =>
  Number.isFinite(at) ? ` since ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';

/** Whose the name is and what to do, in sentences of which the first begins in the middle. */
export function describeObjection(objection: Objection, { kind, name }: DeclaredName, id: string): string {
  const what = `${kindWords[kind]} "${name}"`;
  switch (objection.why) {
    case 'unusable':
      return `${what} must begin with a plain word of letters, digits, dashes and underscores.`;
    case 'host':
      return `${what} is the console's own. Choose another.`;
    case 'kept':
      return (
        `${what} is kept for ${inWords(objection.for)} by registryKeys of config.json. ` +
        `Choose another, or let the administrator list it there for ${id}.`
      );
    case 'taken':
      return (
        `${what} belongs to ${objection.by}${time(objection.since)}. ` +
        `Choose another, or ask the team of ${objection.by} to give it up first.`
      );
    case 'tie':
      return (
        `${what} is claimed by ${inWords(objection.among)} since the same moment, so neither has it. ` +
        'An administrator lists it in registryKeys of config.json for one of them.'
      );
  }
}

/** What a screen must ask for at an address of the specification, as a clause (N5, N6, D9). */
export function describeSpecified(path: string, { permission, roles }: SpecifiedScreen): string {
  const asked =
    permission === undefined
      ? `be closed to all but ${inWords(roles ?? [])}`
      : `ask for the permission "${permission}"`;
  return `at "${path}" it must ${asked}, as the specification says.`;
}
