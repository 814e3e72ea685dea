import { type CauseOf, type Integration, type IntegrationKind, syncRef } from '../../../contract/technicalStatus.ts';
import { m } from '../../paraglide/messages.js';
import { dataExport } from '../exports/dataExport.screen.ts';
import { ltiConsumer } from '../lti/ltiConsumer.screen.ts';
import { causeNames as ltiNames } from '../lti/ltiWords.ts';
import { connections } from '../rostering/connections.screen.ts';
import { rosterHistory } from '../rostering/history.screen.ts';
import { rosterSync } from '../rostering/rosterSync.screen.ts';
import { rosterSyncStatus } from '../rostering/rosterSyncStatus.screen.ts';
import { saml } from '../saml/saml.screen.ts';
import { samlIdentity } from '../saml/samlIdentity.screen.ts';
import { samlSignIns } from '../saml/samlSignIns.screen.ts';
import { causeNames as samlNames } from '../saml/samlWords.ts';
import type { ScreenAddress } from '../screen.ts';
import { classroomSso } from '../signOnSetup/classroomSso.screen.ts';
import { faultWords } from '../signOnSetup/faultWords.ts';
import { rosterSso } from '../signOnSetup/rosterSso.screen.ts';

/** Why something failed, what to do, and the screen where it is done, if there is one. */
export type Advice = readonly [why: () => string, todo: () => string, screen?: ScreenAddress];

type SamlLogged = keyof typeof samlNames;
type LtiLogged = keyof typeof ltiNames;
const ofSaml = (cause: SamlLogged, todo: () => string, screen: ScreenAddress = saml): Advice => [samlNames[cause], todo, screen];
const ofLti = (cause: LtiLogged, todo: () => string): Advice => [ltiNames[cause], todo, ltiConsumer];

/** What to do about each cause. */
const advice: { readonly [K in IntegrationKind]: Readonly<Record<CauseOf<K>, Advice>> } = {
  saml: {
    unreadable: ofSaml('unreadable', m.technical_do_test),
    forbiddenXml: ofSaml('forbiddenXml', m.technical_do_test),
    algorithm: ofSaml('algorithm', m.technical_do_sign),
    unsigned: ofSaml('unsigned', m.technical_do_sign),
    signature: ofSaml('signature', m.technical_do_read_metadata),
    assertions: ofSaml('assertions', m.technical_do_test),
    encryption: ofSaml('encryption', m.technical_do_give_metadata),
    certificate: ofSaml('certificate', m.technical_do_read_metadata),
    status: ofSaml('status', m.technical_do_look_there, samlSignIns),
    issuer: ofSaml('issuer', m.technical_do_read_metadata),
    destination: ofSaml('destination', m.technical_do_give_metadata),
    audience: ofSaml('audience', m.technical_do_give_metadata),
    recipient: ofSaml('recipient', m.technical_do_give_metadata),
    time: ofSaml('time', m.technical_do_clock, samlSignIns),
    unsolicited: ofSaml('unsolicited', m.technical_do_begin_again, samlSignIns),
    browser: ofSaml('browser', m.technical_do_begin_again, samlSignIns),
    replay: ofSaml('replay', m.technical_do_begin_again, samlSignIns),
    subject: ofSaml('subject', m.technical_do_subject),
    noAccount: ofSaml('noAccount', m.technical_do_link, samlIdentity),
    off: ofSaml('off', m.technical_do_turn_on),
    certificateOver: [m.technical_why_certificateOver, m.technical_do_read_metadata, saml],
    certificateEnding: [m.technical_why_certificateEnding, m.technical_do_read_metadata, saml],
    ownCertificateEnding: [m.technical_why_ownCertificateEnding, m.technical_do_own_key, saml],
  },
  openId: {
    insecure: [faultWords.insecure, m.technical_do_address],
    private: [faultWords.private, m.technical_do_operator],
    unreachable: [faultWords.unreachable, m.technical_do_address],
    tooLarge: [faultWords.tooLarge, m.technical_do_address],
    noDocument: [faultWords.noDocument, m.technical_do_address],
    otherIssuer: [faultWords.otherIssuer, m.technical_do_address],
    endpoints: [faultWords.endpoints, m.technical_do_address],
    noCodeFlow: [faultWords.noCodeFlow, m.technical_do_address],
    keys: [faultWords.keys, m.technical_do_address],
    denied: [faultWords.denied, m.technical_do_look_there],
    client: [faultWords.client, m.technical_do_secret],
    grant: [faultWords.grant, m.technical_do_registration],
    token: [faultWords.token, m.technical_do_registration],
    noAccount: [faultWords.noAccount, m.technical_do_roster_ids],
    sealed: [faultWords.sealed, m.technical_do_secret],
    state: [m.technical_why_state, m.technical_do_begin_again],
  },
  lti: {
    account: ofLti('account', m.technical_do_roster_ids),
    algorithm: ofLti('algorithm', m.technical_do_sign_launch),
    audience: ofLti('audience', m.technical_do_compare),
    deepLinking: ofLti('deepLinking', m.technical_do_set_up_tool),
    deployment: ofLti('deployment', m.technical_do_compare),
    expired: ofLti('expired', m.technical_do_launch_again),
    inactive: ofLti('inactive', m.technical_do_turn_on),
    issuer: ofLti('issuer', m.technical_do_compare),
    keyMissing: ofLti('keyMissing', m.technical_do_keys),
    keyUnknown: ofLti('keyUnknown', m.technical_do_keys),
    keysUnavailable: ofLti('keysUnavailable', m.technical_do_keys),
    link: ofLti('link', m.technical_do_choose_again),
    malformed: ofLti('malformed', m.technical_do_set_up_tool),
    messageType: ofLti('messageType', m.technical_do_set_up_tool),
    nonce: ofLti('nonce', m.technical_do_launch_again),
    platformError: ofLti('platformError', m.technical_do_look_there),
    resourceLink: ofLti('resourceLink', m.technical_do_set_up_tool),
    roles: ofLti('roles', m.technical_do_roles),
    signature: ofLti('signature', m.technical_do_keys),
    state: ofLti('state', m.technical_do_launch_again),
    subject: ofLti('subject', m.technical_do_set_up_tool),
    time: ofLti('time', m.technical_do_clock),
    version: ofLti('version', m.technical_do_set_up_tool),
  },
  ltiScores: {
    scoreRefused: ofLti('scoreRefused', m.technical_do_scores),
    scoresWaiting: [m.technical_why_scoresWaiting, m.technical_do_scores, ltiConsumer],
  },
  ltiRoster: {
    rosterUnavailable: ofLti('rosterUnavailable', m.technical_do_members),
    strangers: [m.technical_why_strangers, m.technical_do_strangers, samlIdentity],
  },
  rosterService: {
    apiSignIn: [m.roster_why_apiSignIn, m.roster_do_apiSignIn, connections],
    apiForbidden: [m.roster_why_apiForbidden, m.roster_do_apiForbidden, connections],
    apiNotFound: [m.roster_why_apiNotFound, m.roster_do_apiNotFound, connections],
    apiBusy: [m.roster_why_apiBusy, m.roster_do_apiBusy, connections],
    apiDown: [m.roster_why_apiDown, m.roster_do_apiDown, connections],
    apiAnswer: [m.roster_why_apiAnswer, m.roster_do_apiAnswer, connections],
    apiTooLarge: [m.roster_why_apiTooLarge, m.roster_do_apiTooLarge, connections],
    apiElsewhere: [m.roster_why_apiElsewhere, m.roster_do_apiElsewhere, connections],
    apiPrivate: [m.roster_why_apiPrivate, m.roster_do_apiPrivate, connections],
    apiLoop: [m.roster_why_apiLoop, m.roster_do_apiLoop, connections],
    apiUnstable: [m.roster_why_apiUnstable, m.roster_do_apiUnstable, connections],
    apiTotals: [m.roster_why_apiTotals, m.roster_do_apiTotals, connections],
    apiSecret: [m.roster_why_apiSecret, m.roster_do_apiSecret, connections],
    apiNobody: [m.roster_why_apiNobody, m.roster_do_apiNobody, connections],
    findings: [m.technical_why_findings, m.technical_do_findings, rosterHistory],
    stopped: [m.technical_why_stopped, m.technical_do_resume, rosterHistory],
    toConfirm: [m.technical_why_toConfirm, m.technical_do_confirm, rosterHistory],
    late: [m.technical_why_late, m.technical_do_operator],
  },
  rosterFiles: {
    findings: [m.technical_why_findings, m.technical_do_findings, rosterHistory],
    stopped: [m.technical_why_stopped, m.technical_do_resume, rosterHistory],
    toConfirm: [m.technical_why_toConfirm, m.technical_do_confirm, rosterHistory],
  },
  mail: {
    notSetUp: [m.technical_why_notSetUp, m.technical_do_operator],
    givenUp: [m.technical_why_givenUp, m.technical_do_mail_address],
    waiting: [m.technical_why_waiting, m.technical_do_wait],
    unreachable: [m.technical_why_mailUnreachable, m.technical_do_operator],
  },
  assessment: {
    dataSignIn: [m.technical_why_dataSignIn, m.technical_do_operator],
    dataBusy: [m.technical_why_dataBusy, m.technical_do_wait_results],
    dataDown: [m.technical_why_dataDown, m.technical_do_wait_results],
    dataAnswer: [m.technical_why_dataAnswer, m.technical_do_operator],
    unmatched: [m.technical_why_unmatched, m.technical_do_references],
    missing: [m.technical_why_missing, m.technical_do_sessions],
  },
  classroom: {
    apiForbidden: [m.technical_why_classroomForbidden, m.technical_do_classroom_access],
    apiBusy: [m.technical_why_classroomBusy, m.technical_do_classroom_wait],
    apiDown: [m.technical_why_classroomDown, m.technical_do_classroom_wait],
    apiAnswer: [m.technical_why_classroomAnswer, m.technical_do_operator],
    apiTooLarge: [m.technical_why_classroomTooLarge, m.technical_do_operator],
  },
  exports: {
    stopped: [m.technical_why_export_stopped, m.technical_do_export, dataExport],
    sheetFull: [m.technical_why_export_full, m.technical_do_export, dataExport],
    notAllowed: [m.technical_why_export_rights, m.technical_do_export, dataExport],
  },
};

/** Integrations of a kind that have a screen of their own, by `ref`. */
const ownScreens: Readonly<Record<string, ReadonlyMap<ScreenAddress, ScreenAddress>>> = {
  classroom: new Map<ScreenAddress, ScreenAddress>([[rosterSso, classroomSso]]),
  [syncRef]: new Map<ScreenAddress, ScreenAddress>([
    [connections, rosterSync],
    [rosterHistory, rosterSyncStatus],
  ]),
};

/** What to do about an integration; undefined: nothing. */
export function adviceFor({ kind, ref, cause }: Pick<Integration, 'kind' | 'ref' | 'cause'>): Advice | undefined {
  const found = cause === null ? undefined : (advice[kind] as Readonly<Record<string, Advice>>)[cause];
  if (!found) return undefined;
  const [why, todo, screen] = kind === 'openId' ? ([found[0], found[1], rosterSso] as const) : found;
  return [why, todo, screen && (ownScreens[ref]?.get(screen) ?? screen)];
}
