import { audiences, type PermissionName } from '../permissions.ts';
import type { CommandBatch, CommandDefinition, CommandVariant } from './command-definition.ts';

/** Addresses and sidebars of operators and superadmins alike (N3). */
export const both = audiences;
/** Those of operators alone. */
export const standardOnly = ['standard'] as const;
/** Those of superadmins alone. */
export const superadminOnly = ['superadmin'] as const;

/** What most commands have in common. */
export const ordinary = { audiences: both, send: 'lockNotification', form: 'imei' } as const;

/** A screen whose title is the name of its permission (D20). */
export function screen(path: string, title: PermissionName) {
  return { screen: path, title, permission: title };
}

/** The one action of a command without a choice. */
export function one(action: string, reportedAs: string, report = action): readonly [CommandVariant] {
  return [{ action, reportedAs, report }];
}

/** A batch of a file of IMEIs, but for what `more` says otherwise; `copy` is its copy call without `.php`. */
export function batchOf(copy: string, statusOf: string, more: Partial<CommandBatch> = {}): CommandBatch {
  return {
    copyPath: `${copy}.php`,
    statusOf,
    file: 'imei',
    dispatch: 'getImeiDetails',
    mayCancelResume: true,
    downloadsProcessed: false,
    ...more,
  };
}

/** Rows whose `inverse`, the command that undoes one, is among them. */
type CommandRows<Rows> = { readonly [Id in keyof Rows]: CommandDefinition & { readonly inverse?: keyof Rows } };

/**
 * Returns its rows, typed by their ids and their definition alone: a corrected text changes no public type. To be
 * called with constant rows that satisfy `Record<string, CommandDefinition>`, which refuses fields that no command has.
 */
export function commandTable<Rows extends CommandRows<Rows>>(
  rows: Rows,
): { readonly [Id in keyof Rows]: CommandDefinition } {
  return rows;
}
