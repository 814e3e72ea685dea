import type { Finding, Mend, RosterCheck, SimpleField } from '../../../contract/rostering/job.ts';
import { m } from '../../paraglide/messages.js';
import { fieldNames } from './rosterWords.ts';
import { stopWords } from './stopWords.ts';

type Say = (params: never) => string;

/** Cause and remedy of each finding, by its code. */
export const findingWords: Readonly<Record<string, readonly [why: Say, todo: Say]>> = {
  utf16: [m.roster_why_utf16, m.roster_do_utf16],
  notUtf8: [m.roster_why_notUtf8, m.roster_do_notUtf8],
  nul: [m.roster_why_nul, m.roster_do_nul],
  empty: [m.roster_why_empty, m.roster_do_empty],
  noRows: [m.roster_why_noRows, m.roster_do_noRows],
  sepLine: [m.roster_why_sepLine, m.roster_do_sepLine],
  delimiter: [m.roster_why_delimiter, m.roster_do_delimiter],
  quoteOpen: [m.roster_why_quoteOpen, m.roster_do_quoteOpen],
  headerTwice: [m.roster_why_headerTwice, m.roster_do_headerTwice],
  rowShort: [m.roster_why_rowShort, m.roster_do_rowShort],
  rowLong: [m.roster_why_rowLong, m.roster_do_rowLong],
  rowCut: [m.roster_why_rowCut, m.roster_do_rowCut],
  tooLarge: [m.roster_why_tooLarge, m.roster_do_tooLarge],
  zipBroken: [m.roster_why_zipBroken, m.roster_do_zipBroken],
  zipTooMany: [m.roster_why_zipTooMany, m.roster_do_zipTooMany],
  zipPath: [m.roster_why_zipPath, m.roster_do_zipPath],
  zipEncrypted: [m.roster_why_zipEncrypted, m.roster_do_zipEncrypted],
  zipRatio: [m.roster_why_zipRatio, m.roster_do_zipRatio],
  zipNested: [m.roster_why_zipNested, m.roster_do_zipNested],
  zipWorkbook: [m.roster_why_zipWorkbook, m.roster_do_zipWorkbook],
  zipEmpty: [m.roster_why_zipEmpty, m.roster_do_zipEmpty],
  xlsxBroken: [m.roster_why_xlsxBroken, m.roster_do_xlsxBroken],
  oldExcel: [m.roster_why_oldExcel, m.roster_do_oldExcel],
  notATable: [m.roster_why_notATable, m.roster_do_notATable],
  webPage: [m.roster_why_webPage, m.roster_do_webPage],
  fileTwice: [m.roster_why_fileTwice, m.roster_do_fileTwice],
  formsMixed: [m.roster_why_formsMixed, m.roster_do_formsMixed],
  formUnknown: [m.roster_why_formUnknown, m.roster_do_formUnknown],
  fileIgnored: [m.roster_why_fileIgnored, m.roster_do_fileIgnored],
  manifestMissing: [m.roster_why_manifestMissing, m.roster_do_manifestMissing],
  manifestHeader: [m.roster_why_manifestHeader, m.roster_do_manifestHeader],
  versionMissing: [m.roster_why_versionMissing, m.roster_do_versionMissing],
  versionUnknown: [m.roster_why_versionUnknown, m.roster_do_versionUnknown],
  fileOfOtherVersion: [m.roster_why_fileOfOtherVersion, m.roster_do_fileOfOtherVersion],
  filePromised: [m.roster_why_filePromised, m.roster_do_filePromised],
  fileNotPromised: [m.roster_why_fileNotPromised, m.roster_do_fileNotPromised],
  manifestSilent: [m.roster_why_manifestSilent, m.roster_do_manifestSilent],
  modeUnknown: [m.roster_why_modeUnknown, m.roster_do_modeUnknown],
  nothingToImport: [m.roster_why_nothingToImport, m.roster_do_nothingToImport],
  rolesMissing: [m.roster_why_rolesMissing, m.roster_do_rolesMissing],
  columnSpelling: [m.roster_why_columnSpelling, m.roster_do_columnSpelling],
  columnMissing: [m.roster_why_columnMissing, m.roster_do_columnMissing],
  columnExtension: [m.roster_why_columnExtension, m.roster_do_columnExtension],
  columnUnknown: [m.roster_why_columnUnknown, m.roster_do_columnUnknown],
  fieldMissing: [m.roster_why_fieldMissing, m.roster_do_fieldMissing],
  required: [m.roster_why_required, m.roster_do_required],
  choice: [m.roster_why_choice, m.roster_do_choice],
  choiceCase: [m.roster_why_choiceCase, m.roster_do_choiceCase],
  date: [m.roster_why_date, m.roster_do_date],
  dateFormat: [m.roster_why_dateFormat, m.roster_do_dateFormat],
  dateAmbiguous: [m.roster_why_dateAmbiguous, m.roster_do_dateAmbiguous],
  dateSerial: [m.roster_why_dateSerial, m.roster_do_dateSerial],
  datesOrder: [m.roster_why_datesOrder, m.roster_do_datesOrder],
  instant: [m.roster_why_instant, m.roster_do_instant],
  duplicate: [m.roster_why_duplicate, m.roster_do_duplicate],
  duplicateCase: [m.roster_why_duplicateCase, m.roster_do_duplicateCase],
  otherName: [m.roster_why_otherName, m.roster_do_otherName],
  identityMissing: [m.roster_why_identityMissing, m.roster_do_identityMissing],
  mangled: [m.roster_why_mangled, m.roster_do_mangled],
  leadingZeros: [m.roster_why_leadingZeros, m.roster_do_leadingZeros],
  reference: [m.roster_why_reference, m.roster_do_reference],
  referenceZeros: [m.roster_why_referenceZeros, m.roster_do_referenceZeros],
  referenceUnused: [m.roster_why_referenceUnused, m.roster_do_referenceUnused],
  referenceStored: [m.roster_why_referenceStored, m.roster_do_referenceStored],
  rowOlder: [m.roster_why_rowOlder, m.roster_do_rowOlder],
  orgGone: [m.roster_why_orgGone, m.roster_do_orgGone],
  orgGoneAbove: [m.roster_why_orgGoneAbove, m.roster_do_orgGoneAbove],
  orgGoneUnknown: [m.roster_why_orgGoneUnknown, m.roster_do_orgGoneUnknown],
  orgGoneNamed: [m.roster_why_orgGoneNamed, m.roster_do_orgGoneNamed],
  orgLoop: [m.roster_why_orgLoop, m.roster_do_orgLoop],
  notASchool: [m.roster_why_notASchool, m.roster_do_notASchool],
  enrolledTwice: [m.roster_why_enrolledTwice, m.roster_do_enrolledTwice],
  twoRoles: [m.roster_why_twoRoles, m.roster_do_twoRoles],
  enrollmentRole: [m.roster_why_enrollmentRole, m.roster_do_enrollmentRole],
  roleless: [m.roster_why_roleless, m.roster_do_roleless],
  primaryTwice: [m.roster_why_primaryTwice, m.roster_do_primaryTwice],
  sessionLeftOut: [m.roster_why_sessionLeftOut, m.roster_do_sessionLeftOut],
  termMissing: [m.roster_why_termMissing, m.roster_do_termMissing],
  termUnknown: [m.roster_why_termUnknown, m.roster_do_termUnknown],
  metadataLeftOut: [m.roster_why_metadataLeftOut, m.roster_do_metadataLeftOut],
  roleWaits: [m.roster_why_roleWaits, m.roster_do_roleWaits],
  roleGoneUnknown: [m.roster_why_roleGoneUnknown, m.roster_do_roleGoneUnknown],
  bulkDeleted: [m.roster_why_bulkDeleted, m.roster_do_bulkDeleted],
  bulkStatus: [m.roster_why_bulkStatus, m.roster_do_bulkStatus],
  email: [m.roster_why_email, m.roster_do_email],
  grade: [m.roster_why_grade, m.roster_do_grade],
  tooLong: [m.roster_why_tooLong, m.roster_do_tooLong],
  control: [m.roster_why_control, m.roster_do_control],
  userNameTaken: [m.roster_why_userNameTaken, m.roster_do_userNameTaken],
  notAStudent: [m.roster_why_notAStudent, m.roster_do_notAStudent],
  outOfScope: [m.roster_why_outOfScope, m.roster_do_outOfScope],
  schoolUnknown: [m.roster_why_schoolUnknown, m.roster_do_schoolUnknown],
  schoolClosed: [m.roster_why_schoolClosed, m.roster_do_schoolClosed],
  schoolForeign: [m.roster_why_schoolForeign, m.roster_do_schoolForeign],
  schoolMissing: [m.roster_why_schoolMissing, m.roster_do_schoolMissing],
  classAmbiguous: [m.roster_why_classAmbiguous, m.roster_do_classAmbiguous],
  districtOnly: [m.roster_why_districtOnly, m.roster_do_districtOnly],
  selfGone: [m.roster_why_selfGone, m.roster_do_selfGone],
  lastOfDistrict: [m.roster_why_lastOfDistrict, m.roster_do_lastOfDistrict],
  lastOfSchool: [m.roster_why_lastOfSchool, m.roster_do_lastOfSchool],
  studentUnknown: [m.roster_why_studentUnknown, m.roster_do_studentUnknown],
  personMissing: [m.roster_why_personMissing, m.roster_do_personMissing],
  personUnknown: [m.roster_why_personUnknown, m.roster_do_personUnknown],
  personsDiffer: [m.roster_why_personsDiffer, m.roster_do_personsDiffer],
  personElsewhere: [m.roster_why_personElsewhere, m.roster_do_personElsewhere],
  personClosed: [m.roster_why_personClosed, m.roster_do_personClosed],
  personHigher: [m.roster_why_personHigher, m.roster_do_personHigher],
  sourcedIdTaken: [m.roster_why_sourcedIdTaken, m.roster_do_sourcedIdTaken],
  otherPerson: [m.roster_why_otherPerson, m.roster_do_otherPerson],
  administratorOnly: [m.roster_why_administratorOnly, m.roster_do_administratorOnly],
  sheetsMore: [m.roster_why_sheetsMore, m.roster_do_sheetsMore],
  renamedWorkbook: [m.roster_why_renamedWorkbook, m.roster_do_renamedWorkbook],
  renamedText: [m.roster_why_renamedText, m.roster_do_renamedText],
  renamedZip: [m.roster_why_renamedZip, m.roster_do_renamedZip],
  otherSheet: [m.roster_why_otherSheet, m.roster_do_otherSheet],
  xlsxEncrypted: [m.roster_why_xlsxEncrypted, m.roster_do_xlsxEncrypted],
  enrollmentEnded: [m.roster_why_enrollmentEnded, m.roster_do_enrollmentEnded],
  zerosStored: [m.roster_why_zerosStored, m.roster_do_zerosStored],
  leftOutStay: [m.roster_why_leftOutStay, m.roster_do_leftOutStay],
  notListed: [m.roster_why_notListed, m.roster_do_notListed],
  tooManyOpen: [m.roster_why_tooManyOpen, m.roster_do_tooManyOpen],
  ...stopWords,
};

const say = (code: string, params: Finding['params'], which: 0 | 1) => findingWords[code]?.[which](params as never) ?? '';

/** The cause of a finding. An unknown code is shown unchanged. */
export const whyOf = ({ code, params }: Pick<Finding, 'code' | 'params'>): string => say(code, params, 0) || code;
/** The remedy of a finding. */
export const todoOf = ({ code, params }: Pick<Finding, 'code' | 'params'>): string => say(code, params, 1);

/**
 * The column of a finding as named in the header of the user's file, whatever field it maps to. A field without a column gets the page's
 * name for it. Empty if the finding has no column.
 */
export function columnOf(
  { file, column }: Pick<Finding, 'file' | 'column'>,
  { form, header }: Pick<RosterCheck, 'form' | 'header'>,
  mends: readonly Mend[],
): string {
  if (column === null) return '';
  const renamed = mends.find((mend) => mend.kind === 'renameColumn' && mend.file === file && mend.to === column);
  if (renamed?.kind === 'renameColumn') return renamed.from;
  return form === 'simple' && !header.includes(column) ? (fieldNames[column as SimpleField]?.() ?? column) : column;
}
/** The annotation of a row in the error file: column, cause and remedy. */
export const rowWords = (
  finding: Pick<Finding, 'file' | 'column' | 'code' | 'params'>,
  check: Pick<RosterCheck, 'form' | 'header'>,
  mends: readonly Mend[],
): string => {
  const column = columnOf(finding, check, mends);
  return `${column === '' ? '' : `${column}: `}${whyOf(finding)} ${todoOf(finding)}`;
};
