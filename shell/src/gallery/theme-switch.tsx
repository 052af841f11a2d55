import type { ReactNode } from 'react';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { themeChoices, type ThemeChoice } from './theme.ts';

interface ThemeSwitchProps {
  readonly chosen: ThemeChoice;
  readonly onChoose: (choice: ThemeChoice) => void;
}

/** Chooses the theme of the examples. */
export function ThemeSwitch({ chosen, onChoose }: ThemeSwitchProps): ReactNode {
  return (
    <div role="group" aria-label="Theme">
      <Actions>
        {themeChoices.map(({ choice, title }) => (
          <Button
            key={choice}
            size="small"
            variant={choice === chosen ? 'primary' : 'secondary'}
            aria-pressed={choice === chosen}
            onPress={() => onChoose(choice)}
          >
            {title}
          </Button>
        ))}
      </Actions>
    </div>
  );
}
