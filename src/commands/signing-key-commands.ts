/** `signing-key rotate`: a new key for the ID tokens of the token service. */
import { system } from '../applications/node.ts';
import { rotateSigningKey } from '../oauth/oidc/signing-keys.ts';
import { isoTime } from '../shared/clock.ts';
import type { Command } from './command.ts';
import { within } from './open-node.ts';

export const signingKeyRotate: Command = {
  name: 'signing-key rotate',
  summary: 'make a new key that signs ID tokens',
  about:
    'Makes a key, publishes it at once and lets it sign some minutes later, when every node and every reader has had time to\n' +
    'fetch it. The old key stays published until nothing it signed can be valid. Nothing has to be restarted.',
  options: {},
  run: (input) =>
    within(input, async (node) => {
      const { kid, signsFrom } = await rotateSigningKey(node, system);
      input.print(`Key ${kid} signs from ${isoTime(signsFrom)}.`);
    }),
};
