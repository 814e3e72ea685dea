import { type Caption, readVtt } from '../../common/webVtt.ts';
import { Fault } from './findings.ts';

/** Reads the captions of a WebVTT file. @throws Fault for its author, with the line */
export function readWebVtt(file: string): Caption[] {
  const read = readVtt(file);
  if ('captions' in read) return read.captions;
  const { code, line, value } = read.problem;
  throw new Fault(code, code === 'vttTimes' ? { value } : {}, line);
}
