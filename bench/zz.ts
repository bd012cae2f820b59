import { engines } from '../test/databases.ts';
import { rowsFor } from './funnels.ts';
import { table } from './report.ts';
const name = process.argv[2];
console.log(table(await rowsFor(engines.find(e=>e.name===name)!)));
process.exit(0);
