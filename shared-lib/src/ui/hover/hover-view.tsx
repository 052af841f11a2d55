import { useState, type ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from '../button/button.tsx';
import styles from './hover-view.module.css';

/** More text on hover, focus or touch, which the keyboard reaches nothing in; Escape closes it (U1). */
export function HoverView({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TooltipTrigger delay={150} closeDelay={150} isOpen={isOpen} onOpenChange={setIsOpen} shouldCloseOnPress={false}>
      <Button variant="quiet" size="small" onPress={() => setIsOpen(true)}>
        {label}
      </Button>
      <Tooltip className={styles['view'] ?? ''} data-overlay="" offset={6} placement="bottom start">
        {children}
      </Tooltip>
    </TooltipTrigger>
  );
}
