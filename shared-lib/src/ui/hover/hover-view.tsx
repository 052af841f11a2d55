import { useState, type ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from '../button/button.tsx';
import styles from './hover-view.module.css';

export interface HoverViewProps {
  /** What is shown in its place and can be pointed at. */
  readonly label: string;
  /** Text only: nothing in it can be reached by keyboard. */
  readonly children: ReactNode;
}

/** More about something while it is pointed at, focused or touched; Escape closes it (U1). */
export function HoverView({ label, children }: HoverViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TooltipTrigger delay={150} closeDelay={150} isOpen={isOpen} onOpenChange={setIsOpen} shouldCloseOnPress={false}>
      <Button variant="quiet" size="small" onPress={() => setIsOpen(true)}>
        {label}
      </Button>
      <Tooltip className={styles['view'] ?? ''} offset={6} placement="bottom start">
        {children}
      </Tooltip>
    </TooltipTrigger>
  );
}
