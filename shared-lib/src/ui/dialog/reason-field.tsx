import type { ReactNode } from 'react';
import { textKinds } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { TextField } from '../text-field/text-field.tsx';

const LEAST = 3;

/** True if a text is long enough as a reason for the audit. */
export const isReason = (text: string): boolean => text.trim().length >= LEAST;

export interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Asks for the reason of an action, which the server keeps in the audit (A5). */
export function ReasonField({ value, onChange }: ReasonFieldProps): ReactNode {
  return (
    <TextField
      label={t('Reason')}
      description={t('At least three letters. The audit records it.')}
      value={value}
      onChange={onChange}
      isRequired
      maxLength={textKinds.reason.most}
    />
  );
}
