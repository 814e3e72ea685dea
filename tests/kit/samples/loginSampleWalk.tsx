import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { m } from '../../../src/paraglide/messages.js';
import type { ViewWalk } from '../describeView.ts';
import { LoginSampleView } from './LoginSampleView.tsx';
import type { loginSample } from './loginSample.ts';

const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name }));

/** Drivers and checks of the sample screen. */
export const loginSampleWalk: ViewWalk<typeof loginSample> = {
  mount: ({ render, stubbed, clock, inspect }) => render(<LoginSampleView logic={stubbed} options={{ clock, inspect }} />),
  drive: {
    'credentials.changed': ({ credentials }) => {
      fireEvent.change(screen.getByLabelText('Email'), { target: { value: credentials.email } });
      fireEvent.change(screen.getByLabelText('Password'), { target: { value: credentials.password } });
    },
    'login.submitted': press('Log in'),
    'login.retried': press(m.common_try_again()),
    'session.ended': press('Log out'),
  },
  see: {
    editing: (snapshot) => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });
      expect(button.disabled).toBe(!snapshot.can({ type: 'login.submitted' }));
    },
    authenticating: () => expect(screen.getByLabelText<HTMLInputElement>('Email').disabled).toBe(true),
    failed: (snapshot) => expect(screen.getByRole('alert').textContent).toBe(snapshot.context.error),
    lockedOut: () => screen.getByText('Locked for 30 s'),
    'signedIn.student': () => screen.getByRole('heading', { name: 'My courses' }),
    'signedIn.teacher': () => screen.getByRole('heading', { name: 'Teacher desk' }),
  },
};
