import { render } from '@testing-library/react';
import { Root } from '../../../src/views/shell/Root.tsx';
import { openScreen, type Screen } from './screen.tsx';

/** The whole product at an address, for a signed-in user or signed out. */
export async function openAt(path: string, name?: string): Promise<Screen> {
  window.history.replaceState(null, '', path);
  const opened = await openScreen();
  if (name) await opened.signIn(name);
  render(<Root app={opened.app} />);
  return opened;
}
