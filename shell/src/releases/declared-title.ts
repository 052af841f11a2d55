import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { t } from '../t.ts';

/** Uses the page's language; the declaration holds the translations. */
export function declaredTitle({ languages }: Pick<RemoteDeclaration, 'languages'>, title: string): string {
  return languages?.[spokenLanguage().id]?.titles?.[title] || t.known(title);
}
