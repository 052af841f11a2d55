import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { t } from '../t.ts';

/** A title of a remote's declaration in the language of the page, which the declaration itself has. */
export function declaredTitle({ languages }: Pick<RemoteDeclaration, 'languages'>, title: string): string {
  return languages?.[spokenLanguage().id]?.titles?.[title] || t.known(title);
}
