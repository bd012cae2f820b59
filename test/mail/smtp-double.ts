/** A small mail server on loopback: takes letters, or answers what a test wants it to. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

type ReceivedLetter = { readonly from: string; readonly to: string; readonly data: string };

export const openSmtp = async () => {
  const letters: ReceivedLetter[] = [];
  const answers: string[] = [];
  const serve = (socket: Socket): void => {
    let [from, to, data, isData] = ['', '', '', false];
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (isData) {
        if (line !== '.') {
          data += `${line}\n`;
          return;
        }
        isData = false;
        letters.push({ from, to, data });
        say('250 taken');
      } else if (/^MAIL FROM/i.test(line)) {
        from = line;
        say('250 ok');
      } else if (/^RCPT TO/i.test(line)) {
        to = line;
        say(answers.shift() ?? '250 ok');
      } else if (/^DATA/i.test(line)) {
        [data, isData] = ['', true];
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    say('220 ready');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: new URL(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
    letters,
    /** What the next recipients are answered. */
    answer: (...lines: readonly string[]) => void answers.push(...lines),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
};
