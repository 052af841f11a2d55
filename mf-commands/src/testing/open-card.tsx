import { screen, within } from '@testing-library/react';
import { commandById, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import {
  renderScreen,
  rowsOf,
  type FakeFailure,
  type FakeHandlers,
  type FakeNetworkFailure,
  type FakeReply,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { questionOf } from '@device-console/shared-lib/single-command';
import { CommandLog } from '../command/command-log.tsx';
import { NotificationCard } from '../notification/notification-card.tsx';
import { SingleCard } from '../screens/command-screen.tsx';
import { senderOf } from './sender.ts';

export const IMEI = '490154203237518';
export const OTHER_IMEI = '004999010640000';

/** Compares texts letter for letter, with every space. */
export const exactly = { collapseWhitespace: false, trim: false };

function Card({ screenId }: ScreenProps) {
  const command = commandById(screenId);
  return (
    <>
      {command.form === 'notification' ? <NotificationCard command={command} /> : <SingleCard command={command} />}
      <CommandLog command={command} />
    </>
  );
}

export const imeiField = () => screen.getByRole('textbox', { name: /^IMEI number/ });
export const sendButton = ({ title }: Command) => screen.getByRole('button', { name: title });

/** The choice of a variant, if the command has one. */
export const variantField = () => screen.getByRole('combobox');

export function answerTo(
  command: Command,
  handler: () => { status: 'success'; message: string } | FakeFailure | FakeNetworkFailure | FakeReply | Promise<never>,
): FakeHandlers {
  return { [command.send]: handler };
}

/** The lines of the log, newest first: `490154203237518 | Sent`; without the time. */
export const logLines = (): readonly string[] =>
  rowsOf(screen.getByRole('table', { name: 'Log of this session' })).map((row) => row.replace(/^.*? \| /, ''));

/** A command's single card and log at its address, over a server that the test controls; and the operator's actions. */
export async function openCard(
  command: Command,
  options: RenderScreenOptions & { readonly variant?: CommandVariant | undefined } = {},
) {
  const { choice } = options.variant ?? command.variants[0];
  const handlers = answerTo(command, () => ({ status: 'success', message: 'done' }));
  const rendered = await renderScreen(Card, {
    screenId: command.id,
    address: `/${command.screen}`,
    handlers,
    session: senderOf(command),
    ...options,
  });
  const fill = async (imei: string): Promise<void> => {
    if (choice) await rendered.user.selectOptions(variantField(), choice.value);
    await rendered.user.tripleClick(imeiField());
    await rendered.user.paste(imei);
  };
  const submit = async (): Promise<void> => {
    await rendered.user.click(sendButton(command));
    if (!questionOf(command, IMEI)) return;
    const confirm = within(screen.getByRole('alertdialog')).getAllByRole('button').at(-1);
    await rendered.user.click(confirm ?? document.body);
  };
  const send = async (imei = IMEI): Promise<void> => {
    await fill(imei);
    await submit();
  };
  return { ...rendered, fill, submit, send };
}
