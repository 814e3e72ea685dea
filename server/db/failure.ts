/** SQLite's result codes for a file that cannot be used just now: busy, locked, out of memory, read-only, broken disk, full, not to be opened. */
const sqliteFailures = new Set([5, 6, 7, 8, 10, 13, 14]);
/** SQLSTATE classes and codes of a server that cannot be used just now: connection, resources, statement too slow, stopping, broken disk, asked to run again, read-only. */
const postgresFailures = /^(08|53|57014$|57P|58|40001$|40P01$|25006$)/;
const networkFailures = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
/** What the driver says of a connection that is gone. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether a statement failed because the database cannot be used just now, and not because of what it was asked: the same request may
 * succeed later. On either engine.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = Object(error) as { code?: unknown; errcode?: unknown; message?: unknown };
  // The lower byte is the kind, the rest says more of it.
  if (typeof errcode === 'number') return sqliteFailures.has(errcode & 255);
  if (typeof code === 'string') return postgresFailures.test(code) || networkFailures.test(code);
  return typeof message === 'string' && lostConnection.test(message);
}
