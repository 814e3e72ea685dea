import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';

/** Links inside navigate without a page load, as in the product. */
export function Links({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <UiProvider language="en" navigate={(path) => void navigate(path)}>
      {children}
    </UiProvider>
  );
}
