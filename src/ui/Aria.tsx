import { type ReactNode, use } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { NavigationContext } from './navigate.ts';

/** Language and links from UiProvider for React Aria. Wrap each of its components that formats, compares or links. */
export function Aria({ children }: { children: ReactNode }) {
  const navigation = use(NavigationContext);
  if (!navigation) return children;
  return (
    <I18nProvider locale={navigation.locale}>
      <RouterProvider navigate={navigation.navigate} useHref={navigation.useHref}>
        {children}
      </RouterProvider>
    </I18nProvider>
  );
}
