/** A caption, shown from second `at` until the next one. */
export interface Caption {
  at: number;
  text: string;
}

/** Why a text is no WebVTT, and in which line, 1 for the first one. `value`: the line. */
export interface VttProblem {
  code: 'vttStart' | 'vttTimes';
  line: number;
  value: string;
}

const timing = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3}) --> \S+/;

/** Runs of lines that are not empty, each with the number of its first line. */
function blocksIn(text: string): { line: number; lines: string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line !== '' && !isOpen) blocks.push({ line: index + 1, lines: [] });
    if (line !== '') blocks.at(-1)?.lines.push(line);
    isOpen = line !== '';
  }
  return blocks;
}

/** Reads captions in WebVTT. Each lasts until the next one, and its formatting is left out. */
export function readVtt(file: string): { captions: Caption[] } | { problem: VttProblem } {
  const [head, ...blocks] = blocksIn(
    file
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .trimEnd(),
  );
  const first = head?.lines[0]?.trim() ?? '';
  if (!/^WEBVTT(\s|$)/.test(first)) return { problem: { code: 'vttStart', line: head?.line ?? 1, value: first } };
  const captions: Caption[] = [];
  for (const { line, lines } of blocks) {
    if (/^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) continue;
    const from = lines.findIndex((one) => one.includes('-->'));
    const match = timing.exec(lines[from] ?? '');
    if (!match) return { problem: { code: 'vttTimes', line: line + Math.max(0, from), value: lines[Math.max(0, from)] ?? '' } };
    const [, hours = '0', minutes, seconds] = match;
    captions.push({
      at: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      text: lines
        .slice(from + 1)
        .join(' ')
        .replace(/<[^<>]*>/g, '')
        .trim(),
    });
  }
  return { captions };
}

const time = (seconds: number) => {
  const all = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  return `${part(all / 3_600_000, 2)}:${part((all / 60_000) % 60, 2)}:${part((all / 1000) % 60, 2)}.${part(all % 1000, 3)}`;
};

/** Captions in WebVTT; empty if there are none. `duration`: of the film, in seconds. */
export function writeVtt(captions: readonly Caption[], duration: number): string {
  if (captions.length === 0) return '';
  const end = (index: number, at: number) => captions[index + 1]?.at ?? Math.max(duration, at + 1);
  const cues = captions.map(({ at, text }, index) => `${time(at)} --> ${time(end(index, at))}\n${text}`);
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}
