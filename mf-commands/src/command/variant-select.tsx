import type { ReactNode } from 'react';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { Select } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** Names of a command's variants (C4, C5, B14, D6). */
const level = { label: t('Level'), placeholder: t('Choose a level') } as const;
const deviceAction = { label: t('Device Action'), placeholder: t('Choose an action') } as const;

interface VariantSelectProps {
  readonly command: Command;
  readonly chosen: CommandVariant | null;
  readonly onChoose: (variant: CommandVariant) => void;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly description?: string | undefined;
  readonly errorMessage?: string | undefined;
}

/** True if the operator chooses a level or device action first (C4, C5, B14). */
export const hasChoice = ({ variants }: Command): boolean => variants.length > 1;

/** Chooses the level or device action of a command; nothing for commands without a choice (C4, C5, B14, D6). */
export function VariantSelect(props: VariantSelectProps): ReactNode {
  const { command, chosen, onChoose, isDisabled, autoFocus, description, errorMessage } = props;
  if (!hasChoice(command)) return null;
  const texts = command.form === 'level' ? level : deviceAction;
  const options = command.variants.flatMap(({ choice }) => (choice ? [choice] : []));
  return (
    <Select
      label={texts.label}
      placeholder={texts.placeholder}
      options={options}
      value={chosen?.choice?.value ?? ''}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      description={description}
      errorMessage={errorMessage}
      onChange={(value) => {
        const variant = command.variants.find(({ choice }) => choice?.value === value);
        if (variant) onChoose(variant);
      }}
    />
  );
}
