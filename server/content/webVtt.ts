/** A caption, shown from second `at` until the next one. */
export interface Caption {
  at: number;
  text: string;
}

const timing = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3}) --> \S+/;

/** Reads the captions of a WebVTT file. Throws an error for its author if the file is invalid. */
export function readWebVtt(file: string): Caption[] {
  const [head = '', ...blocks] = file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/);
  if (!/^WEBVTT(\s|$)/.test(head)) throw new Error('must begin with WEBVTT');
  return blocks
    .filter((block) => !/^(NOTE|STYLE|REGION)\b/.test(block))
    .map((block) => {
      const lines = block.split('\n');
      const from = lines.findIndex((line) => line.includes('-->'));
      const match = timing.exec(lines[from] ?? '');
      if (!match) throw new Error(`has no times such as "00:05.000 --> 00:10.000" at "${lines[0]}"`);
      const [, hours = '0', minutes, seconds] = match;
      return {
        at: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
        text: lines
          .slice(from + 1)
          .join(' ')
          .replace(/<[^<>]*>/g, '')
          .trim(),
      };
    });
}
