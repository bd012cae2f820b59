/** A line between two parts of an installation, which becomes slow, narrow, silent or is cut, as networks do. */
import { connect, createServer, type Socket } from 'node:net';

export const troubles = ['slow', 'narrow', 'half-open', 'reset'] as const;
export type Trouble = (typeof troubles)[number];

export type Line = {
  readonly port: number;
  /** Until `mend`. Connections that fell silent stay so, and nobody tells either end. */
  readonly trouble: (kind: Trouble) => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

const LATENCY_MS = 300;
const BYTES_PER_MS = 16;

export const openLine = async (to: number): Promise<Line> => {
  const sockets = new Set<Socket>();
  let current: Trouble | undefined;
  /** How often all that there were fell silent. */
  let silences = 0;

  const carry = (from: Socket, other: Socket): void => {
    const born = current === 'half-open' ? -1 : silences;
    from.on('data', (bytes) => {
      from.pause();
      if (born !== silences) return;
      const pass = (): void => void other.write(bytes, () => from.resume());
      if (current === 'slow') setTimeout(pass, LATENCY_MS);
      else if (current === 'narrow') setTimeout(pass, bytes.length / BYTES_PER_MS);
      else pass();
    });
    from.on('error', () => {});
    from.on('end', () => void (born === silences && other.end()));
    from.on('close', () => {
      sockets.delete(from);
      if (born === silences) other.destroy();
    });
    sockets.add(from);
  };
  const listener = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    carry(client, server);
    carry(server, client);
    if (current === 'reset') client.resetAndDestroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  return {
    port,
    trouble: (kind) => {
      current = kind;
      if (kind === 'half-open') silences += 1;
      if (kind === 'reset') for (const socket of sockets) socket.resetAndDestroy();
    },
    mend: () => {
      current = undefined;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
};
