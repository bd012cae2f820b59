import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves: between now and its use nobody is given it who only wants any port. */
const [FIRST, BEHIND] = [10_240, 32_768];

/** A port that was free a moment ago, for programs that must be told theirs. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, BEHIND);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
