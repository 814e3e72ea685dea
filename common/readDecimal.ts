/** Reads a number as an author types it: "9.81", "−3", "0,5", "6.02e23". Undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/[−–]/g, '-').replace(',', '.');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
