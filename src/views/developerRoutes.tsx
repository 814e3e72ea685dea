import type { RouteObject } from 'react-router-dom';
import { SignedInProviders } from './authenticatedRoutes.tsx';

/** Pages for those who build and read the product. */
export const developerRoutes: RouteObject[] = [
  {
    element: <SignedInProviders isBare />,
    children: [
      { path: 'ui', lazy: async () => ({ Component: (await import('./developer/GalleryPage.tsx')).default }) },
      { path: 'mail', lazy: async () => ({ Component: (await import('./developer/MailPage.tsx')).default }) },
      { path: 'statecharts', lazy: async () => ({ Component: (await import('./developer/statecharts/StatechartsPage.tsx')).default }) },
    ],
  },
];
