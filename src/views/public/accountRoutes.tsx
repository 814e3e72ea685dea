import type { RouteObject } from 'react-router-dom';
import { SignedInProviders } from '../shell/SignedInProviders.tsx';

const registrationLink = () => import('../registration/RegistrationLinkPage.tsx');
const passwordReset = async () => ({ Component: (await import('../account/PasswordResetPage.tsx')).default });

/** The public pages below `/account` (specification, section 2). The specification leaves their paths open. */
export const accountRoutes: RouteObject[] = [
  {
    element: <SignedInProviders />,
    children: [
      { path: 'code', lazy: async () => ({ Component: (await import('../login/CodePage.tsx')).default }) },
      { path: 'retrievePassword', lazy: passwordReset },
      { path: 'resetPassword', lazy: passwordReset },
      { path: 'registration', lazy: async () => ({ Component: (await import('../registration/RegistrationPage.tsx')).default }) },
      { path: 'registration/confirm', lazy: async () => ({ Component: (await registrationLink()).ConfirmPage }) },
      { path: 'activation', lazy: async () => ({ Component: (await registrationLink()).ActivationPage }) },
      { path: 'singleSignOn', lazy: async () => ({ Component: (await import('../sso/SingleSignOnPage.tsx')).default }) },
    ],
  },
];
