/** A process that does nothing but deliver, until it is killed. Its leases are short, so that what it leaves is soon due again. */
import { openNode } from '../../src/commands/open-node.ts';
import { readConfig } from '../../src/config.ts';
import { runCourier } from '../../src/webhooks/courier/run-courier.ts';
import { courierOf, networkSend } from './webhook-server.ts';

const node = await openNode(readConfig(process.env), () => {});
const courier = courierOf(node, networkSend(node), { leaseMs: 1_000, lanes: { each: 8, all: 32 } });
runCourier(courier, { everyMs: 50, graceMs: 0, chance: () => 0.5, onFailure: () => {} });
console.log('delivers');
