import type { MailFacts, MailSort } from '../../server/mail/messages.ts';

/** A summer evening in Chicago, and the next day in Madrid. */
export const evening = Date.parse('2030-07-05T01:30:00Z');
const name = 'Begoña';
const link = 'http://orrery.test/x?Id=1';

/** Sample facts for each e-mail. */
export const sampleFacts: { [S in MailSort]: MailFacts[S] } = {
  reset: { name, link, until: evening },
  firstLink: { name, link, until: evening, district: 'Cedar Valley' },
  confirm: { name, link, until: evening },
  activate: { name, link, until: evening, email: 'begona@hill.example', school: 'Hill' },
  activated: { name, link, user_name: 'begona' },
  changedAddress: { name, at: evening },
  factorAdded: { name, at: evening },
  factorRemoved: { name, at: evening },
  factorReset: { name, at: evening },
  factorRecovered: { name, at: evening },
  factorCodes: { name, at: evening },
};
