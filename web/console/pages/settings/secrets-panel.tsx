/** Secrets of the shop: set, made here and shown once, or removed; never read. */
import { useState } from 'preact/hooks';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { applicationPath } from '../../paths.ts';
import { may } from '../../session.ts';

type Secret = { readonly member: string; readonly name: string; readonly about: string; readonly isSet: boolean };
const secretsOf = (view: ApplicationView): readonly Secret[] => [
  {
    member: 'customer_token_secret',
    name: 'Customer token',
    about: 'Your sign-in signs customer tokens with it.',
    isSet: view.customer_token_secret_set,
  },
  {
    member: 'request_signature_secret',
    name: 'Signed requests',
    about: 'Your pages sign their requests with it.',
    isSet: view.request_signature_secret_set,
  },
  {
    member: 'payment_secret',
    name: 'Payment',
    about: 'Your payment service signs its reports with it.',
    isSet: view.payment_secret_set,
  },
];

const SECRET_BYTES = 32;
const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

type SecretsProps = { readonly view: ApplicationView; readonly again: () => void };

export const SecretsPanel = ({ view, again }: SecretsProps) => {
  const [made, setMade] = useState('');
  const put = async ({ member, name }: Secret, value: string | null): Promise<void> => {
    const said = value === null ? `${name}: the secret is removed` : `${name}: the secret is set`;
    await change('PATCH', applicationPath, said, { body: { [member]: value }, onlyOn: view.version });
    again();
  };
  const columns: readonly Column<Secret>[] = [
    {
      name: 'Secret',
      show: ({ name, about }) => (
        <>
          {name}
          <small>{about}</small>
        </>
      ),
    },
    { name: 'State', show: ({ isSet }) => <State of={isSet ? 'set' : 'not set'} /> },
    {
      name: 'Do',
      show: (secret) =>
        may('company/settings/write') && (
          <div class="acts">
            <AskAct
              quiet
              ask={`Set the secret for ${secret.name}`}
              about={secret.isSet && 'What is signed with the one before is refused from then on.'}
              fields={{
                value: {
                  name: 'The secret, of at least 32 characters',
                  hint: 'Leave it empty and one is made, shown once.',
                },
              }}
              run={async ({ value }) => {
                const next = value.trim() || newSecret();
                await put(secret, next);
                setMade(value.trim() === '' ? next : '');
              }}
            >
              {secret.isSet ? 'Replace' : 'Set'}
            </AskAct>
            {secret.isSet && (
              <Act
                quiet
                isGrave
                ask={`Remove the secret for ${secret.name}?`}
                about="What is signed with it is refused from then on."
                leave="Keep it"
                run={() => put(secret, null)}
              >
                Remove
              </Act>
            )}
          </div>
        ),
    },
  ];
  return (
    <Panel title="Secrets">
      <ShownOnce name="The new secret" value={made} />
      <Rows label="Secrets of the shop" rows={secretsOf(view)} columns={columns} />
    </Panel>
  );
};
