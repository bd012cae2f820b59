// npm's `prepare`: git runs the checks of .githooks before a commit. Outside a checkout there is nothing to do.
// npm runs this for `npx cartwright` as well, which must leave the checkout alone, and whoever chose hooks of his own keeps them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const git = (...words) => spawnSync('git', ['config', ...words], { encoding: 'utf8' });
const isInstalled = ['ci', 'install'].includes(process.env.npm_command);
if (isInstalled && existsSync('.git') && !git('--get', 'core.hooksPath').stdout) git('core.hooksPath', '.githooks');
