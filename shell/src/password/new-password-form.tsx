import { useState, type ReactNode } from 'react';
import { Button, Form } from '@device-console/shared-lib/ui';
import { NewPasswordFields } from '../common/new-password-fields.tsx';

interface NewPasswordFormProps {
  readonly label: string;
  readonly button: string;
  readonly children?: ReactNode;
  readonly isSending: boolean;
  readonly onSend: (password: string) => void;
}

/** The new password that a mailed link sets (P2, U5). */
export function NewPasswordForm({ label, button, children, isSending, onSend }: NewPasswordFormProps): ReactNode {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  return (
    <Form aria-label={label} onSubmit={() => onSend(password)}>
      {children}
      <NewPasswordFields password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
      <Button type="submit" variant="primary" isPending={isSending}>
        {button}
      </Button>
    </Form>
  );
}
