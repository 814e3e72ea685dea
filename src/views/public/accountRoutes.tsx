import type { RouteObject } from 'react-router-dom';
import { SignedInProviders } from '../shell/SignedInProviders.tsx';

/** The public pages below `/account` (specification, section 2). The specification leaves their paths open. */
export const accountRoutes: RouteObject[] = [
  {
    element: <SignedInProviders />,
    children: [
      { path: 'code', lazy: async () => ({ Component: (await import('../login/CodePage.tsx')).default }) },
      // A flow is one route with several addresses, so that it goes on when the emailed link is followed in its page.
      {
        lazy: async () => ({ Component: (await import('../account/PasswordResetPage.tsx')).default }),
        children: [{ path: 'retrievePassword' }, { path: 'resetPassword' }],
      },
      {
        lazy: async () => ({ Component: (await import('../registration/RegistrationPage.tsx')).default }),
        children: [{ path: 'registration' }, { path: 'registration/confirm' }, { path: 'activation' }],
      },
      {
        path: 'quizsmart/studentRegistration',
        lazy: async () => ({ Component: (await import('../quizGame/GuestRegistrationPage.tsx')).default }),
      },
      {
        path: 'quizsmart/studentQuestion/:value',
        lazy: async () => ({ Component: (await import('../quizGame/GuestQuestionPage.tsx')).default }),
      },
      { path: 'singleSignOn', lazy: async () => ({ Component: (await import('../sso/SingleSignOnPage.tsx')).default }) },
    ],
  },
];
