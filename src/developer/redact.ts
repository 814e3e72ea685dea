/** Keys of secrets: never shown, never sent. */
const secretKey = /token|passw|secret|authori[sz]ation|cookie|credential|api_?key|session_?id|^pin$|^otp$|access_?code|reset_?link/i;
/** Keys of personal data: removed from everything that leaves this device. */
const personalKey =
  /name$|^name|email|e_mail|phone|address|birth|photo|avatar|puid|user_?id|student_?id|^user$|guardian|parent_?(name|email)|answer_?text|feedback|comment/i;
/** A JSON Web Token: its header is a JSON object in base64url. Transition ids contain dots, too, and are not hidden. */
const tokenText = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const emailText = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

const hidden = '•••';
const longestText = 400;
const deepest = 10;
const mostItems = 200;

/**
 * A plain copy of any value, safe to show, clone and write as JSON. Secrets become `•••`; with `personal`, so does personal data. Values
 * that are too deep, too long or not data are replaced by their description.
 */
export function redact(value: unknown, { personal = false }: { personal?: boolean } = {}): unknown {
  const seen = new Set<object>();
  const text = (plain: string) => {
    const safe = plain.replace(tokenText, hidden);
    const anonymous = personal ? safe.replace(emailText, hidden) : safe;
    return anonymous.length > longestText ? `${anonymous.slice(0, longestText)}… (${anonymous.length} characters)` : anonymous;
  };
  const entry = (key: string, part: unknown, depth: number): unknown => {
    const isData = part !== null && part !== undefined && part !== '';
    // An object under a secret key may have harmless parts, so its parts are checked one by one, except in credentials.
    if (isData && secretKey.test(key) && (typeof part !== 'object' || /credential/i.test(key))) return hidden;
    if (personal && isData && typeof part !== 'object' && typeof part !== 'boolean' && personalKey.test(key)) return hidden;
    return visit(part, depth);
  };
  const visit = (part: unknown, depth: number): unknown => {
    if (part === null || typeof part === 'boolean') return part;
    // JSON has no −0, NaN or infinity.
    if (typeof part === 'number') return Number.isFinite(part) ? part + 0 : String(part);
    if (typeof part === 'string') return text(part);
    if (typeof part === 'bigint') return String(part);
    if (part === undefined) return '(undefined)';
    if (typeof part === 'function') return '(function)';
    if (typeof part === 'symbol') return String(part);
    if (typeof part !== 'object') return String(part);
    if (seen.has(part)) return '(circular)';
    if (depth >= deepest) return '(deeper)';
    if ('sessionId' in part && 'send' in part && 'id' in part) return `(actor ${String(part.id)})`;
    if (part instanceof Date) return Number.isNaN(part.getTime()) ? '(invalid date)' : part.toISOString();
    seen.add(part);
    try {
      return copy(part, depth);
    } finally {
      seen.delete(part);
    }
  };
  const copy = (part: object, depth: number): unknown => {
    if (part instanceof Error) return { name: part.name, message: text(part.message) };
    if (part instanceof Map) return { '(map)': visit([...part.entries()], depth + 1) };
    if (part instanceof Set) return { '(set)': visit([...part], depth + 1) };
    if (Array.isArray(part) || ArrayBuffer.isView(part)) {
      const list = Array.from(part as ArrayLike<unknown>);
      const shown = list.slice(0, mostItems).map((item) => visit(item, depth + 1));
      return list.length > mostItems ? [...shown, `… (${list.length - mostItems} more)`] : shown;
    }
    const prototype = Object.getPrototypeOf(part);
    if (prototype !== null && prototype !== Object.prototype) return `(${part.constructor?.name ?? 'object'})`;
    const all = Object.entries(part);
    const shown = all.slice(0, mostItems).map(([key, item]) => [key, entry(key, item, depth + 1)]);
    if (all.length > mostItems) shown.push(['…', `(${all.length - mostItems} more)`]);
    return Object.fromEntries(shown);
  };
  return visit(value, 0);
}
