import { createContext, type RefObject } from 'react';

/** What the Menu, Popover or Dialog gives to the button that opens it. */
interface Trigger {
  ref: RefObject<HTMLButtonElement | null>;
  popup: 'menu' | 'dialog';
  isOpen: boolean;
  open: () => void;
  /** Preloads the panel. */
  prepare?: () => void;
}

export const TriggerContext = createContext<Trigger | null>(null);
