const iso = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. `Date` takes 2030-02-30 for March 2. */
export function isDay(text: string): boolean {
  const [, year, month, day] = iso.exec(text) ?? [];
  if (day === undefined) return false;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}
