import { modules } from './modules.ts';

/**
 * Kind of a refusal's parameter. `all` and `any` are lists joined by "and" or "or". `fields` are field errors (`FieldReason`). A list of
 * names allows one of them. The rest are literal.
 */
export type ParamKind = 'text' | 'number' | 'moment' | 'all' | 'any' | 'fields' | readonly string[];
type Params = Readonly<Record<string, ParamKind>>;

/** An instant (ISO 8601) and the time zone to show it in. */
export interface Moment {
  at: string;
  time_zone: string;
}

/** A kind of refusal: its HTTP status, and the parameters of its message. */
export interface RefusalKind {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 423 | 429 | 500 | 503;
  params?: Params;
}

/** Things that can be not found. */
const things = [
  'account',
  'assessment',
  'assignment',
  'attempt',
  'class',
  'code',
  'colleague',
  'comment',
  'connection',
  'contentTracking',
  'course',
  'district',
  'export',
  'file',
  'folder',
  'grade',
  'helpPage',
  'game',
  'import',
  'item',
  'lesson',
  'lessonLink',
  'link',
  'message',
  'notification',
  'permission',
  'permissionAssignment',
  'platform',
  'picture',
  'printableQuiz',
  'product',
  'question',
  'quiz',
  'registration',
  'releasedResult',
  'resource',
  'school',
  'secondFactor',
  'session',
  'signInWay',
  'student',
  'subject',
  'teacher',
  'term',
  'tracking',
  'undo',
  'unit',
  'user',
] as const;
export type Thing = (typeof things)[number];

/**
 * Every refusal of the backend by code. Responses carry it as `data.reason`, with its parameters as `data.params`. Messages are in
 * `messages/{en,es}/refusals.json`; `message` on the wire is the English one.
 */
export const refusals = {
  // The request itself
  invalidParameters: { status: 400, params: { fields: 'fields' } },
  nullCharacter: { status: 400 },
  notJson: { status: 400 },
  formUnreadable: { status: 400 },
  wrongContentType: { status: 415, params: { type: 'text' } },
  requestTooLarge: { status: 413, params: { megabytes: 'number' } },
  wrongOrigin: { status: 403 },
  noSuchAddress: { status: 404, params: { address: 'text' } },
  notFound: { status: 404, params: { what: things } },
  roleNotAllowed: { status: 403 },
  moduleOff: { status: 403, params: { module: modules } },
  notWhileActing: { status: 403 },
  onlyOneLesson: { status: 403 },
  databaseUnavailable: { status: 503 },
  databaseReadOnly: { status: 503 },
  serverFailed: { status: 500 },

  // Signing in, accounts
  sessionExpired: { status: 401 },
  loginFailed: { status: 400 },
  invalidCredentials: { status: 400 },
  signOnUnavailable: { status: 503 },
  signOnSecret: { status: 400 },
  classroomUnlinked: { status: 409 },
  classroomForbidden: { status: 403 },
  classroomBusy: { status: 503 },
  classroomUnavailable: { status: 503 },
  classroomUnreadable: { status: 503 },
  classroomTooLarge: { status: 422, params: { most: 'number' } },
  classroomChanged: { status: 409 },
  classroomUnconfirmed: { status: 409 },
  classroomMayNotShare: { status: 403 },
  classroomNoCourse: { status: 409 },
  classroomNobody: { status: 409 },
  classroomSharing: { status: 409 },
  classroomRefused: { status: 409 },
  samlMetadata: { status: 400 },
  samlMetadataAddress: { status: 400 },
  samlCertificate: { status: 400 },
  samlIncomplete: { status: 400 },
  samlAccount: { status: 400 },
  samlLinked: { status: 409 },
  samlTooMany: { status: 400, params: { most: 'number' } },
  deploymentTaken: { status: 409, params: { deployment: 'text' } },
  clientElsewhere: { status: 409 },
  platformChoiceOver: { status: 409 },
  signInsBusy: { status: 503 },
  tooManyAttempts: { status: 429, params: { minutes: 'number' } },
  tooManyGuests: { status: 429, params: { minutes: 'number' } },
  tooManyGuestsToday: { status: 429, params: { hours: 'number' } },
  personSignedIn: { status: 409, params: { name: 'text' } },
  otherUserSignedIn: { status: 409 },
  ownSession: { status: 400 },
  signInAgain: { status: 403, params: { minutes: 'number' } },
  tookTooLong: { status: 401 },
  incorrectCode: { status: 400 },
  codeExpired: { status: 400 },
  endInPast: { status: 400 },
  linkInvalid: { status: 400 },
  linkUsed: { status: 400 },
  linkExpired: { status: 400 },
  wrongPassword: { status: 400 },
  passwordOwnName: { status: 400 },
  passwordCommon: { status: 400 },
  wrongSecondCode: { status: 400 },
  wrongSetupCode: { status: 400 },
  wrongRecoveryCode: { status: 400 },
  passkeyRefused: { status: 400 },
  passkeyKnown: { status: 409 },
  passkeysUnavailable: { status: 400 },
  secondStepElsewhere: { status: 400 },
  secondStepRequired: { status: 400 },
  tooManyFactors: { status: 400, params: { most: 'number' } },
  factorMissing: { status: 400 },
  emailTaken: { status: 409 },
  userNameTaken: { status: 409 },
  nobodyActivates: { status: 422 },
  otherUserName: { status: 400 },
  erasureWaits: { status: 409 },
  otherDistrictName: { status: 400 },
  ownDistrict: { status: 409 },
  providersDistrict: { status: 409 },
  erasureBegun: { status: 409 },
  notLawful: { status: 400 },
  registrationComplete: { status: 409 },
  emailUnconfirmed: { status: 409 },
  userNameMissing: { status: 409 },

  // Profile, messages
  photoTooLarge: { status: 413, params: { kilobytes: 'number' } },
  photoTooWide: { status: 413, params: { most: 'number' } },
  notAPhoto: { status: 415 },
  photoDamaged: { status: 415 },
  feedbackFileTooLarge: { status: 413, params: { kilobytes: 'number' } },
  trainingIncomplete: { status: 400 },
  gradeUnknown: { status: 400 },
  messageAnswered: { status: 409 },

  // Rosters, classes
  undoneOrTooOld: { status: 409 },
  notOnRoster: {
    status: 403,
    params: { who: ['one', 'few', 'many'], count: 'number', names: 'all', helpers: ['teachers', 'none'], teachers: 'any', place: 'text' },
  },
  noEmail: { status: 422 },
  stillInClasses: { status: 409 },
  schoolMissing: { status: 400 },
  classMissing: { status: 400 },
  sameClass: { status: 400 },
  sameTeacher: { status: 400 },

  // Records that administrators edit
  recordChanged: { status: 409 },
  recordInUse: { status: 409 },
  valueTaken: { status: 409, params: { value: 'text' } },
  rightAboveOwn: { status: 403 },
  recipientUnknown: { status: 400 },
  audienceUnknown: { status: 400 },
  classesMoved: { status: 409 },
  classesMovedSince: { status: 409 },
  accountTaken: { status: 409 },
  importMovedOn: { status: 409 },
  importClosed: { status: 409 },
  importBusy: { status: 409 },
  importIncomplete: { status: 409 },
  importFileIncomplete: { status: 409, params: { file: 'text' } },
  importOutdated: { status: 409 },
  courseOutdated: { status: 409 },
  courseImportRunning: { status: 409 },
  importTooOld: { status: 409 },
  importOfHigherRole: { status: 403 },
  batchFinal: { status: 409 },
  batchEmpty: { status: 409 },
  importBuiltUpon: { status: 409 },
  importOfOwnAccount: { status: 409 },
  connectionBusy: { status: 409 },
  tooManyConnections: { status: 409, params: { most: 'number' } },
  secretMissing: { status: 400 },
  syncToken: { status: 400 },
  syncNothing: { status: 400 },
  notOverHttps: { status: 400 },
  importUnconfirmed: { status: 400, params: { confirmation: 'text' } },
  tooManyExports: { status: 409, params: { most: 'number' } },
  exportMovedOn: { status: 409 },
  exportNotReady: { status: 409 },
  rosterTooLarge: { status: 413 },
  rosterPartSize: { status: 400, params: { part: 'number', bytes: 'number' } },
  tooManyRosterFiles: { status: 400, params: { most: 'number' } },

  // Lessons, folders, the library
  lessonNameMissing: { status: 400 },
  lessonNameTaken: { status: 409, params: { name: 'text' } },
  lessonChanged: { status: 409 },
  lessonExists: { status: 409 },
  assignmentExists: { status: 409 },
  prebuiltUnitMissing: { status: 400 },
  prebuiltEmpty: { status: 409 },
  prebuiltHasOwn: { status: 409, params: { title: 'text' } },
  resourceKindChanged: { status: 400 },
  folderTooDeep: { status: 400 },
  folderNameTaken: { status: 409, params: { name: 'text' } },
  folderFull: { status: 409, params: { most: 'number' } },
  folderIntoItself: { status: 409 },
  folderParentGone: { status: 409 },
  quizChanged: { status: 409 },
  itemIncomplete: { status: 400, params: { count: 'number' } },
  quizIncomplete: { status: 400, params: { count: 'number' } },
  tooManyQuizzes: { status: 409, params: { most: 'number' } },
  tooManyTerms: { status: 409, params: { most: 'number' } },
  tooManyPictures: { status: 409, params: { most: 'number' } },
  resourceEmpty: { status: 400 },
  sameAddress: { status: 409 },
  sameFile: { status: 409 },
  libraryFull: { status: 409, params: { most: 'number' } },
  libraryTooLarge: { status: 413 },
  fileEmpty: { status: 400 },
  fileKindUnknown: { status: 415 },
  fileTooDense: { status: 415 },
  lessonLinkExpired: { status: 403 },
  lessonLinkRevoked: { status: 403 },
  linkEndMissing: { status: 400 },

  // Assignments, quizzes, results
  endBeforeStart: { status: 400 },
  lastDayBeforeFirst: { status: 400 },
  lessonBegun: { status: 409, params: { count: 'number' } },
  alreadyAssigned: { status: 409, params: { lesson: 'text', group: 'text' } },
  lessonNotOpen: { status: 403, params: { lesson: 'text', opens: 'moment' } },
  quizNotOpen: { status: 403, params: { opens: 'moment' } },
  lessonInOrder: { status: 409, params: { title: 'text' } },
  closedInAssessment: { status: 423, params: { title: 'text' } },
  notPrintable: { status: 403 },
  sheetEmpty: { status: 400 },
  quizHandedIn: { status: 409 },
  answersClosed: { status: 409 },
  quizTimeOver: { status: 409 },
  quizNeedsConnection: { status: 403 },
  scoredAtTheEnd: { status: 403 },
  questionsFinished: { status: 409 },
  alreadyScored: { status: 409, params: { name: 'text', score: 'number' } },
  scoreTooHigh: { status: 400, params: { most: 'number' } },
  feedbackEmpty: { status: 400 },
  ideasUnusable: { status: 400, params: { name: 'text' } },
  answersUnusable: { status: 400 },
  scoringChanged: { status: 409, params: { name: 'text' } },
  regradeUndone: { status: 409 },
  regradeFollowed: { status: 409 },
  gameMovedOn: { status: 409 },
  gameAnswered: { status: 409 },
  gameRoundOver: { status: 409 },
  gameOver: { status: 409 },
  gameRemoved: { status: 403 },
  gameFull: { status: 409, params: { most: 'number' } },
  gameNameTaken: { status: 409, params: { name: 'text' } },
  gameNameRefused: { status: 400 },
  gameNothingToAsk: { status: 409 },
  gameCannotCount: { status: 409 },
  questionUnnamed: { status: 400 },
  resultNotReleased: { status: 409 },
  resultRecalled: { status: 409 },
  commentAnswered: { status: 409 },
  commentRead: { status: 409 },
  nothingToRecall: { status: 409 },
  nothingToRelease: { status: 409 },
  noQuizToRelease: { status: 409 },
  nothingHandedIn: { status: 409 },
  tooManyStreams: { status: 429, params: { most: 'number' } },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof refusals;

/** Required form of a field. */
const forms = [
  'base64',
  'base64url',
  'day',
  'email',
  'file',
  'fileName',
  'json',
  'link',
  'list',
  'moment',
  'number',
  'numbers',
  'object',
  'playerName',
  'text',
  'timeZone',
  'truthValue',
  'userName',
  'webAddress',
  'wholeNumber',
  'word',
] as const;
export type Form = (typeof forms)[number];
export const isForm = (text: string): text is Form => (forms as readonly string[]).includes(text);

/**
 * Why a field is refused, by code. Messages are also in `messages/{en,es}/refusals.json`. `server/kit/fieldReasons.ts` maps schema issues
 * to these codes. A check whose type does not explain it (`v.regex`, `v.check`) uses as its message a code without parameters, or a form,
 * which means `mustBe`.
 */
export const reasons = {
  missing: {},
  mustBe: { params: { what: forms } },
  notOneOf: { params: { options: 'any' } },
  tooShort: { params: { least: 'number' } },
  tooLong: { params: { most: 'number' } },
  tooFew: { params: { least: 'number' } },
  tooMany: { params: { most: 'number' } },
  tooSmall: { params: { least: 'number' } },
  tooLarge: { params: { most: 'number' } },
  outerSpaces: {},
  tooMuchFormatting: {},
  notAccepted: {},

  // Reasons that a schema cannot detect
  incorrect: {},
  taken: {},
  easilyGuessed: {},
  tooCommon: {},
  sameAgain: {},
  inPast: {},
  inFuture: {},
  endTooEarly: {},
  tooDeep: {},
  wrongBytes: { params: { bytes: 'number' } },
  notTyped: { params: { words: 'text' } },
  noBlank: {},
  blankTwice: {},
  namesTerm: {},
  noSentenceEnd: {},
  otherKind: { params: { item: 'text', kind: 'text' } },
} as const satisfies Record<string, { params?: Params }>;

export type ReasonCode = keyof typeof reasons;

/** A field error in `data.fields` of a refusal. */
export interface FieldReason {
  /** Its name in the call; a dotted path inside lists and objects. Empty for the whole body. */
  field: string;
  reason: ReasonCode;
  params: Readonly<Record<string, unknown>>;
}

type ParamOf<K> = K extends 'number'
  ? number
  : K extends 'moment'
    ? Moment
    : K extends 'all' | 'any'
      ? readonly string[]
      : K extends 'fields'
        ? readonly FieldReason[]
        : K extends readonly (infer Name)[]
          ? Name
          : string;
type ParamsOf<Kind> = Kind extends { params: infer Kinds }
  ? { -readonly [Name in keyof Kinds]: ParamOf<Kinds[Name]> }
  : Record<never, never>;

/** Parameters of a refusal's message. */
export type RefusalParams<C extends RefusalCode> = ParamsOf<(typeof refusals)[C]>;
/** Parameters of a field error's message. */
export type ReasonParams<C extends ReasonCode> = ParamsOf<(typeof reasons)[C]>;
