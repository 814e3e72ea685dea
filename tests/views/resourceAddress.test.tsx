// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { type ResourceAddress, useResourceAddress } from '../../src/views/player/resourceAddress.ts';

let address: ResourceAddress;
function Player() {
  address = useResourceAddress();
  return null;
}

beforeEach(() => {
  history.replaceState(null, '', '/player');
  render(<Player />, { wrapper: BrowserRouter });
});

it('the open resource stands in the address of its player', () => {
  act(() => address.write(7, true));
  expect(location.pathname + location.search).toBe('/player?resource=7');
  expect(address.resourceId).toBe(7);
});

it('what loads after Back was pressed leaves the address to the page that the person goes to', () => {
  // The browser is already there; the router is notified a moment later.
  history.replaceState(null, '', '/result');
  act(() => address.write(7, true));
  expect(location.pathname + location.search).toBe('/result');
});
