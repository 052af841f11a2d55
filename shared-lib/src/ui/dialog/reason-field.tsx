import type { ReactNode } from 'react';
import { textKinds } from '../../contract/index.ts';
import { t } from '../../i18n/own.ts';
import { TextField } from '../text-field/text-field.tsx';

const LEAST = 3;

/** Whether a text is long enough to be the reason that stands in the audit. */
export const isReason = (text: string): boolean => text.trim().length >= LEAST;

export interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Asks why something is done; the server keeps it in the audit (A5). */
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
