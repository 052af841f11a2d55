import { useEffect, useRef, useState, type ReactNode } from 'react';
import { pastedListFile } from '../csv/index.ts';
import { Actions, Button, Form } from '../ui/index.ts';
import { TextArea } from '../ui/fields/fields.tsx';
import { t } from '../i18n/own.ts';

export interface PasteListProps {
  readonly onList: (file: File) => void;
  readonly isDisabled?: boolean | undefined;
}

/** A list of IMEIs instead of a file: a button, then a field to paste or type it into (D10b). */
export function PasteList({ onList, isDisabled = false }: PasteListProps): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = text !== null && !isDisabled;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <Actions>
        <Button onPress={() => setText('')} isDisabled={isDisabled}>
          {t('Paste a list')}
        </Button>
      </Actions>
    );
  const isEmpty = text.trim() === '';
  return (
    <Form onSubmit={() => !isEmpty && onList(pastedListFile(text))}>
      <TextArea
        label={t('List of IMEIs')}
        description={t(
          'One IMEI a line, or several with commas, semicolons, tabs or spaces between them. Columns copied from a ' +
            'spreadsheet work too.',
        )}
        value={text}
        onChange={setText}
        inputRef={field}
        digits
      />
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isEmpty}>
          {t('Read the list')}
        </Button>
        <Button onPress={() => setText(null)}>{t('Cancel')}</Button>
      </Actions>
    </Form>
  );
}
