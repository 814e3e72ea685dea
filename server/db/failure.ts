/** SQLite result codes for a temporarily unusable file: busy, locked, out of memory, read-only, I/O error, full, cannot open. */
const sqliteFailures = new Set([5, 6, 7, 8, 10, 13, 14]);
/**
 * SQLSTATE classes and codes for a temporarily unusable server: connection, resources, statement timeout, shutdown, I/O error, retry
 * requested, read-only.
 */
const postgresFailures = /^(08|53|57014$|57P|58|40001$|40P01$|25006$)/;
const networkFailures = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
/** Driver messages for a lost connection. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether a statement failed because the database is temporarily unusable and not because of the statement itself, so that the same request
 * may succeed later. Works for both engines.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = Object(error) as { code?: unknown; errcode?: unknown; message?: unknown };
  // The low byte is the kind; the rest is detail.
  if (typeof errcode === 'number') return sqliteFailures.has(errcode & 255);
  if (typeof code === 'string') return postgresFailures.test(code) || networkFailures.test(code);
  return typeof message === 'string' && lostConnection.test(message);
}
