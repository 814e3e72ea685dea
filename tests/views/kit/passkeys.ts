import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { authenticator } from '../../server/softAuthenticator.ts';

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url')).buffer;
const base64urlOf = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64url');

type Asked = { publicKey: { challenge: ArrayBuffer } };

/** A browser that supports passkeys, with a security key in software, on the page of the test's backend. */
export function installPasskeys() {
  const key = authenticator('http://orrery.test');
  const windows: ((isConfirmed: boolean) => void)[] = [];
  /** Closes the browser's newest window. */
  const close = async (isConfirmed: boolean) => {
    await waitFor(() => expect(windows.length, 'the browser asks for a passkey').toBeGreaterThan(0));
    await act(async () => windows.pop()?.(isConfirmed));
  };
  const answer =
    (make: (options: { challenge: string }) => Promise<{ id: string; response: object }>) =>
    async ({ publicKey }: Asked) => {
      const isConfirmed = await new Promise<boolean>((resolve) => windows.push(resolve));
      if (!isConfirmed) throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
      const { id, response } = await make({ challenge: base64urlOf(new Uint8Array(publicKey.challenge)) });
      const buffers = Object.fromEntries(
        Object.entries(response).flatMap(([name, value]) => (typeof value === 'string' ? [[name, bytesOf(value)]] : [])),
      );
      return {
        id,
        rawId: bytesOf(id),
        type: 'public-key',
        response: { ...buffers, getTransports: () => ['usb'] },
        getClientExtensionResults: () => ({}),
      };
    };
  vi.stubGlobal('PublicKeyCredential', class PublicKeyCredential {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: answer(key.create), get: answer(key.get) },
  });
  return {
    key,
    /** The user touches the key. */
    confirm: () => close(true),
    /** The user closes the browser's window. */
    dismiss: () => close(false),
  };
}
