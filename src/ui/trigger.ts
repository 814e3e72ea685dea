import { createContext, type RefObject } from 'react';

/** What a button gets from the Menu, Popover or Dialog that it opens. */
interface Trigger {
  ref: RefObject<HTMLButtonElement | null>;
  popup: 'menu' | 'dialog';
  isOpen: boolean;
  open: () => void;
  /** Loads what will open, when it looks as if it will be needed. */
  prepare?: () => void;
}

export const TriggerContext = createContext<Trigger | null>(null);
