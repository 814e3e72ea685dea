import { useMachine } from '@xstate/react';
import axios from 'axios';
import { jwtDecode } from 'jwt-decode';
import { createRoot } from 'react-dom/client';
import toast, { Toaster } from 'react-hot-toast';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { assign, fromPromise, setup } from 'xstate';

interface Credentials {
  username: string;
  password: string;
}

/** The minimal page that uses the product's framework packages: a sign-in form on a chart. */
const floorMachine = setup({
  types: { events: {} as { type: 'submitted'; credentials: Credentials }, context: {} as { name: string } },
  actors: {
    signIn: fromPromise(async ({ input }: { input: Credentials }) => {
      const { data } = await axios.post('/api/lms/Login', input);
      return jwtDecode<{ sub: string }>(data.data.token).sub;
    }),
  },
}).createMachine({
  id: 'floor',
  context: { name: '' },
  initial: 'editing',
  states: {
    editing: { on: { submitted: 'submitting' } },
    submitting: {
      invoke: {
        src: 'signIn',
        input: ({ event }) => event.credentials,
        onDone: { target: 'done', actions: assign({ name: ({ event }) => event.output }) },
        onError: { target: 'editing', actions: () => void toast.error('Failed to Login') },
      },
    },
    done: {},
  },
});

function SignIn() {
  const [state, send] = useMachine(floorMachine);
  if (state.matches('done')) return <p>{state.context.name}</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        send({ type: 'submitted', credentials: { username: String(form.get('username')), password: String(form.get('password')) } });
      }}
    >
      <h1>Sign in</h1>
      <label>
        User name <input name="username" autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" />
      </label>
      <button type="submit">Sign in</button>
      <Toaster />
    </form>
  );
}

const router = createBrowserRouter([{ path: '/', element: <SignIn /> }]);
createRoot(document.getElementById('root') as HTMLElement).render(<RouterProvider router={router} />);
