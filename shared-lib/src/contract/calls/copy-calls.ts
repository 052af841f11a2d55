import * as v from 'valibot';
import { commandList, type Command } from '../commands/commands.ts';
import { answerWith, wireOptionalText } from '../wire.ts';
import type { CallDefinition } from './call-definition.ts';
import { batchId, word } from './fields.ts';

/** The text fields of a copy call's form; the file goes beside them (B5, D17). */
export const copyFields = v.object({ level: v.optional(word), batchId });

/** Answer of a copy call: `file`, if given, is the file's name on the server and in later calls (D17). */
export const copyAnswer = answerWith({ file: wireOptionalText });

/** The multipart call that uploads a batch file's copy; its fields are {@link copyFields} (B5, B15). */
export function copyCall(path: string): CallDefinition<typeof copyFields, typeof copyAnswer> {
  const isBeyond = commandList.some(({ batch }) => batch?.copyPath === path && batch.isBeyondSpecification === true);
  return {
    method: 'POST',
    path,
    auth: 'token',
    request: 'multipart',
    reply: 'plain',
    access: 'command',
    once: true,
    body: copyFields,
    answer: copyAnswer,
    beyond: isBeyond || { body: ['batchId'], answer: ['file'] },
    specifiedReply: ['status', 'message'],
  };
}

/** All copy calls, with their commands (B15). */
export const copyCalls: readonly { readonly command: Command; readonly call: ReturnType<typeof copyCall> }[] =
  commandList.flatMap((command) => (command.batch ? [{ command, call: copyCall(command.batch.copyPath) }] : []));
