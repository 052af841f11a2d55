import type { ReactNode } from 'react';
import type { FailureNotice } from '@device-console/shared-lib/console';
import { Actions, Button, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** The result of a dialog that adds a factor: it was added, with these recovery codes. */
export interface AddFactorProps {
  /** `codes` is empty unless it was the first factor. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export const codesIn = (text: string): readonly string[] => text.split(' ').filter((code) => code !== '');

interface AddFactorFormProps extends Pick<AddFactorProps, 'onClose'> {
  readonly label: string;
  readonly children: ReactNode;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly more?: ReactNode;
  readonly failure: FailureNotice | null;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

/** The form in which a factor gets its name and is added (S15, S19). */
export function AddFactorForm(props: AddFactorFormProps): ReactNode {
  const { label, children, name, onName, more, failure, isBusy, onSubmit, onClose } = props;
  return (
    <Form aria-label={label} onSubmit={onSubmit}>
      {children}
      <TextField
        label={t('Name')}
        description={t('What you will know it by, such as "Work phone".')}
        isRequired
        maxLength={64}
        value={name}
        onChange={onName}
      />
      {more}
      {failure && <Notice tone="danger" {...failure} />}
      <Actions>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {t('Add')}
        </Button>
        <Button onPress={onClose} isDisabled={isBusy}>
          {t('Cancel')}
        </Button>
      </Actions>
    </Form>
  );
}
