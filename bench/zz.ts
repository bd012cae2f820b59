import { funnelsBench } from './funnels.ts';
import { table } from './report.ts';
console.log(table(await funnelsBench.run()));
process.exit(0);
