import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderRoutes, type RenderRoutesOptions } from './render-routes.tsx';

/** Renders the console, and waits for the heading of its page. */
export async function openConsole(options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes(options);
  await screen.findByRole('heading', { level: 1 });
  return rendered;
}

/** Writes texts into the fields with these labels, instead of what is in them. */
export async function fill(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await user.tripleClick(await screen.findByLabelText(label));
    await user.paste(text);
  }
}

export async function logIn(user: UserEvent, password = 'secret'): Promise<void> {
  await fill(user, { 'Email or phone': 'operator@example.com', Password: password });
  await user.click(screen.getByRole('button', { name: /^Log In/ }));
}
