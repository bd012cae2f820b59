/** How far long work is: a bar that moves on a terminal; elsewhere a line for every tenth. */
const BAR_WIDTH = 30;

export type ProgressBar = {
  /** `part` from 0 to 1, and what to say of it. */
  readonly show: (part: number, words: string) => void;
  readonly end: () => void;
};

export const progressBar = (print: (line: string) => void, terminal: NodeJS.WriteStream): ProgressBar => {
  let tenths = 0;
  return {
    show: (part, words) => {
      if (terminal.isTTY) {
        const done = Math.round(part * BAR_WIDTH);
        const bar = '█'.repeat(done) + '░'.repeat(BAR_WIDTH - done);
        terminal.write(`\r${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${words}`);
      } else if (Math.floor(part * 10) > tenths) {
        tenths = Math.floor(part * 10);
        print(`${tenths * 10} %: ${words}`);
      }
    },
    end: () => {
      if (terminal.isTTY) terminal.write('\n');
    },
  };
};
