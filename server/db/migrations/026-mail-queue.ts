import type { Migration } from 'kysely/migration';
import { withoutSecrets } from '../../kit/secrets.ts';
import type { AnyDatabase } from './kit.ts';

/** E-mails wait here until a mail server accepts them. Removes the plain-text links of e-mails stored earlier. */
export const mailQueue: Migration = {
  up: async (untyped) => {
    const db = untyped as AnyDatabase;
    const { schema } = db;
    await schema
      .alterTable('mail')
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('notice'))
      .execute();
    await schema
      .alterTable('mail')
      .addColumn('state', 'text', (c) => c.notNull().defaultTo('kept'))
      .execute();
    await schema.alterTable('mail').addColumn('sealed', 'text').execute();
    await schema
      .alterTable('mail')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    for (const column of ['next_at', 'give_up_at', 'sent_at']) await schema.alterTable('mail').addColumn(column, 'bigint').execute();
    await schema.alterTable('mail').addColumn('problem', 'text').execute();
    await schema.createIndex('mail_waiting').on('mail').columns(['state', 'next_at']).execute();
    for (const { mail_id, text } of await db.selectFrom('mail').select(['mail_id', 'text']).execute())
      if (withoutSecrets(text) !== text)
        await db
          .updateTable('mail')
          .set({ text: withoutSecrets(text) })
          .where('mail_id', '=', mail_id)
          .execute();
  },
};
