import { commandByAction, type Command, type CommandVariant } from '../contract/index.ts';
import { t } from '../i18n/own.ts';

/** A command's title with that of its variant: `Disable App (Level 2)`. */
export function commandTitle({ title }: Pick<Command, 'title'>, variant: CommandVariant | null): string {
  return variant?.choice ? `${t.known(title)} (${t.known(variant.choice.title)})` : t.known(title);
}

/** The title of the command that an action belongs to; an unknown action unchanged. */
export function actionTitle(action: string): string {
  const found = commandByAction(action);
  return found ? commandTitle(found.command, found.variant) : action;
}
