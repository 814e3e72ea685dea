const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest unit that keeps it above one: "340 kB". */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3)) : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[step], maximumFractionDigits: step > 1 ? 1 : 0 }).format(
    bytes / 1000 ** step,
  );
}
