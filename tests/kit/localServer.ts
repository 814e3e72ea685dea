import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lets a server listen on this machine alone. Returns its port; 0 picks any that is free. */
export const listenHere = (server: Server, port = 0): Promise<number> =>
  new Promise((done) => server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

/** Stops a server without waiting for its connections. */
export const stopServer = (server: Server): Promise<unknown> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(done);
  });
