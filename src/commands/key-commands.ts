/** `key status` and `key rotate`: the keys that seal stored secrets. */
import { readConfig } from '../config.ts';
import { reseal, rotateKeyFile } from '../db/sealing/rotate-key.ts';
import { registeredKeys, retireKeys } from '../db/sealing/sealing-keys.ts';
import type { Command } from './command.ts';
import { withNode } from './open-node.ts';

export const keyStatus: Command = {
  name: 'key status',
  summary: 'say which sealing keys are in use',
  about: 'Lists the ids of the keys this node holds and of the keys the database is sealed under. Never the keys.',
  options: {},
  run: ({ environment, print }) =>
    withNode(readConfig(environment), print, async ({ db, keyring }) => {
      const inUse = await registeredKeys(db);
      print(`keys come from ${keyring.source}`);
      for (const [index, { id }] of keyring.keys.entries()) {
        print(
          `${id}  ${index === 0 ? 'seals new values' : 'opens old values'}${inUse.includes(id) ? '' : ', not in use'}`,
        );
      }
    }),
};

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'seal every stored secret under a new key',
  about:
    'With the key in the data folder: makes a new one, seals everything again, and drops the old one; restart the service\n' +
    'afterwards. With CARTWRIGHT_KEY: put the new key in front of the old one on every node first; this then seals everything\n' +
    'under it and says when the old one may go. An interrupted rotation goes on when it is run again.',
  options: {},
  run: ({ environment, print }) => {
    const config = readConfig(environment);
    return withNode(config, print, async ({ db, keyring, now }) => {
      const rotation = { now, onProgress: (done: number) => print(`${done} values sealed again`) };
      if (config.key === undefined) {
        const { keys } = await rotateKeyFile(db, config.dataFolder, keyring, rotation);
        print(`Everything is sealed under key ${keys[0].id}. Restart the service so that it uses it.`);
        return;
      }
      await reseal(db, keyring, rotation);
      const retired = await retireKeys(db, keyring);
      print(`Everything is sealed under key ${keyring.keys[0].id}.`);
      if (retired.length > 0) print(`Nothing needs ${retired.join(', ')} any more: take it out of CARTWRIGHT_KEY.`);
    });
  },
};
