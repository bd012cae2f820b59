/** What a process and those that it started have used, as the system counts it. Linux only; elsewhere nothing is known. */
import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended, or there is no such file here
  }
};
const familyOf = (pid: number): readonly number[] => {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
};

/** Processor time in seconds. */
export const cpuSeconds = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => {
    // Behind the name, which may hold anything: the 14th and 15th field of all.
    const fields = read(`/proc/${one}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND;
  }, 0);

export const megabytesOf = (pid: number): number =>
  familyOf(pid).reduce((sum, one) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${one}/status`))?.[1] ?? 0), 0) /
  1024;
