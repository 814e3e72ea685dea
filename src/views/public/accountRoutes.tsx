import type { RouteObject } from 'react-router-dom';
import { SignedInProviders } from '../shell/SignedInProviders.tsx';

const registration = () => import('../registration/RegistrationPage.tsx');
const passwordReset = async () => ({ Component: (await import('../account/PasswordResetPage.tsx')).default });

/** The public pages below `/account` (specification, section 2). The specification leaves their paths open. */
export const accountRoutes: RouteObject[] = [
  {
    element: <SignedInProviders />,
    children: [
      { path: 'code', lazy: async () => ({ Component: (await import('../login/CodePage.tsx')).default }) },
      { path: 'retrievePassword', lazy: passwordReset },
      { path: 'resetPassword', lazy: passwordReset },
      { path: 'registration', lazy: async () => ({ Component: (await registration()).RegisterPage }) },
      { path: 'registration/confirm', lazy: async () => ({ Component: (await registration()).ConfirmPage }) },
      { path: 'activation', lazy: async () => ({ Component: (await registration()).ActivationPage }) },
      { path: 'singleSignOn', lazy: async () => ({ Component: (await import('../sso/SingleSignOnPage.tsx')).default }) },
    ],
  },
];
