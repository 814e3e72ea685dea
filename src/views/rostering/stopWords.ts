import { m } from '../../paraglide/messages.js';

/** Why an import stopped or a service could not be read, and what to do, by the code of the problem. */
export const stopWords: Readonly<Record<string, readonly [why: () => string, todo: () => string]>> = {
  stopped: [m.roster_why_stopped, m.roster_do_stopped],
  cancelled: [m.roster_why_cancelled, m.roster_do_cancelled],
  apiSignIn: [m.roster_why_apiSignIn, m.roster_do_apiSignIn],
  apiForbidden: [m.roster_why_apiForbidden, m.roster_do_apiForbidden],
  apiNotFound: [m.roster_why_apiNotFound, m.roster_do_apiNotFound],
  apiBusy: [m.roster_why_apiBusy, m.roster_do_apiBusy],
  apiDown: [m.roster_why_apiDown, m.roster_do_apiDown],
  apiAnswer: [m.roster_why_apiAnswer, m.roster_do_apiAnswer],
  apiTooLarge: [m.roster_why_apiTooLarge, m.roster_do_apiTooLarge],
  apiElsewhere: [m.roster_why_apiElsewhere, m.roster_do_apiElsewhere],
  apiPrivate: [m.roster_why_apiPrivate, m.roster_do_apiPrivate],
  apiLoop: [m.roster_why_apiLoop, m.roster_do_apiLoop],
  apiUnstable: [m.roster_why_apiUnstable, m.roster_do_apiUnstable],
  apiTotals: [m.roster_why_apiTotals, m.roster_do_apiTotals],
  apiSecret: [m.roster_why_apiSecret, m.roster_do_apiSecret],
  apiNobody: [m.roster_why_apiNobody, m.roster_do_apiNobody],
  apiReplaced: [m.roster_why_apiReplaced, m.roster_do_apiReplaced],
};
