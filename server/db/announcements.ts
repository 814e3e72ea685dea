import type { Client } from 'pg';
import { Batches } from '../kit/batches.ts';
import { type Districts, databaseOf } from '../kit/tenant.ts';

const channel = 'orrery';
/** Announcements of a statement. */
const mostTexts = 1_000;

/**
 * Short messages between the servers of one PostgreSQL (LISTEN and NOTIFY). What is announced while a server is not connected is lost to
 * it, so announcements only make things faster: the tables say what is true.
 */
export class Announcements {
  readonly #open: () => Client;
  readonly #listeners = new Set<(text: string) => void>();
  /** A connection does one thing at a time. */
  readonly #unsaid = new Batches<string>((texts) => this.#say(texts), mostTexts);
  #client: Promise<Client> | undefined;
  #isClosed = false;

  constructor(open: () => Client) {
    this.#open = open;
  }

  /** Calls `listener` with each text that any server announces, this one included. */
  listen(listener: (text: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Connects unless it is connected. */
  async connect(): Promise<void> {
    await this.#connected().catch(() => {});
  }

  /** Nobody learns whether it has worked. `text` has less than 8,000 bytes. */
  announce(text: string): void {
    this.#unsaid.add(text);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #say(texts: readonly string[]): Promise<void> {
    try {
      const client = await this.#connected();
      await client.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts]);
    } catch {
      // Who has not heard of it looks at the tables.
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    if (this.#isClosed) throw new Error('The database is closed.');
    const client = this.#open();
    const forget = () => {
      if (this.#client === connected) this.#client = undefined;
    };
    client.on('error', forget).on('end', forget);
    client.on('notification', ({ payload = '' }) => {
      for (const listener of this.#listeners) listener(payload);
    });
    const connected = client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .then(
        () => client,
        async (error: unknown) => {
          forget();
          await client.end().catch(() => {});
          throw error;
        },
      );
    this.#client = connected;
    return connected;
  }
}

const ofDatabases = new WeakMap<object, Announcements>();

export const setAnnouncements = (db: Districts, announcements: Announcements): void => void ofDatabases.set(databaseOf(db), announcements);

/** Of the servers that share this database; undefined on SQLite, which has one server. */
export const announcementsOf = (db: Districts): Announcements | undefined => ofDatabases.get(databaseOf(db));
