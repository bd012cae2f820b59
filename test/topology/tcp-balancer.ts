/** The least that can stand before nodes: each connection goes to the next node that takes it. */
import { connect, createServer, type Socket } from 'node:net';

export type Balancer = { readonly url: string; readonly close: () => Promise<void> };

/** `portsOf` says where nodes are by now: one that was started again has another port. */
export const startBalancer = async (portsOf: () => readonly number[]): Promise<Balancer> => {
  const sockets = new Set<Socket>();
  let turn = 0;
  const lead = (client: Socket, left: number): void => {
    const ports = portsOf();
    const port = ports[turn % ports.length] ?? 0;
    turn += 1;
    const node = connect(port, '127.0.0.1');
    sockets.add(node);
    node.once('connect', () => {
      client.pipe(node).pipe(client);
      node.on('close', () => client.destroy());
      client.on('close', () => node.destroy());
    });
    node.on('error', () => {
      sockets.delete(node);
      if (!node.connecting && left > 1 && client.bytesRead === 0) lead(client, left - 1);
      else client.destroy();
    });
  };
  const listener = createServer({ pauseOnConnect: true }, (client) => {
    sockets.add(client);
    client.on('error', () => {}).once('close', () => sockets.delete(client));
    lead(client, portsOf().length);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
};
