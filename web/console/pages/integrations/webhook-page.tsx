/** One webhook: whether it is well, which events it is told of, what its receiver answered, and sending again. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { EventConfigs, SubscriberView } from '../../../../src/contract/events/webhook-contract.ts';
import type {
  Attempts,
  DeliveryStatus,
  Pinged,
  RotatedSecret,
} from '../../../../src/contract/events/webhook-delivery-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { change, changeSeen, type Seen } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { Answered, useRead, useSeen } from '../../parts/answered.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Page, Panel, State } from '../../parts/page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { moment } from '../../parts/times.ts';
import { webhooksPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { ReplayAct } from './replay-act.tsx';

type Attempt = Static<typeof Attempts>['items'][number];

const attemptColumns: readonly Column<Attempt>[] = [
  { name: 'When', show: ({ attempted_on }) => moment(attempted_on) },
  { name: 'Outcome', show: ({ outcome, status }) => (status === null ? outcome : `${outcome} ${status}`) },
  { name: 'Took', show: ({ took_ms }) => `${count(took_ms)} ms`, isFigure: true },
  { name: 'Said', show: ({ answer }) => <span class="clip">{answer}</span> },
];

type Said = { readonly isGood: boolean; readonly text: string };
type WebhookProps = {
  readonly webhook: SubscriberView;
  readonly path: string;
  /** What it is told of is not written over where somebody changed it meanwhile. */
  readonly on: Seen<SubscriberView>['on'];
  readonly again: () => void;
  readonly say: (said: Said) => void;
};

const Events = ({ webhook, on, again }: WebhookProps) => {
  const asked = useRead<Static<typeof EventConfigs>>(`${webhooksPath}/events`);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(webhook.event_configs.map(({ id }) => id)));
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const before = webhook.event_configs.map(({ id }) => id);
  const isChanged = before.length !== chosen.size || before.some((id) => !chosen.has(id));
  return (
    <details class="panel" open={before.length === 0}>
      <summary>
        <h2>What it is told of</h2>
        <span class="soft">
          {before.length === 0
            ? 'Nothing yet: choose what, and save.'
            : webhook.event_configs.map(({ display_name: name }) => name).join(', ')}
        </span>
      </summary>
      <Answered asked={asked}>
        {({ event_configs }) => (
          <>
            <div class="ticks whole">
              {event_configs.map(({ id, display_name, description }) => (
                <label key={id} class="tick" title={description}>
                  <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                  {display_name}
                </label>
              ))}
            </div>
            {may('company/webhooks/write') && (
              <Act
                disabled={!isChanged}
                run={async () => {
                  const body = { id: webhook.id, event_id: [...chosen] };
                  await change('PUT', `${webhooksPath}/subscriber`, `Webhook ${webhook.name} saved`, { body, ...on });
                  again();
                }}
              >
                Save
              </Act>
            )}
          </>
        )}
      </Answered>
    </details>
  );
};

type ActsProps = WebhookProps & {
  readonly tell: (secret: string) => void;
  readonly saw: (on: WebhookProps['on']) => void;
};

const Acts = ({ webhook, path, again, say, tell, saw }: ActsProps) => {
  if (!may('company/webhooks/write')) return null;
  const turn = webhook.status === 'active' ? 'inactive' : 'active';
  return (
    <>
      <Act
        quiet
        run={async () => {
          const body = { id: webhook.id };
          const { status, message } = await change<Pinged>('POST', `${webhooksPath}/subscriber/ping`, 'Pinged', {
            body,
          });
          say({ isGood: status === 'success', text: message });
        }}
      >
        Ping
      </Act>
      <ReplayAct
        path={path}
        tell={(text) => {
          say({ isGood: true, text });
          again();
        }}
      />
      <Act
        quiet
        ask="Make a new secret?"
        about="The one before it goes on signing for 24 hours."
        run={async () => {
          const { row, on } = await changeSeen<Static<typeof RotatedSecret>>(
            'POST',
            `${path}/secret`,
            'Secret changed',
            { body: {} },
          );
          saw(on);
          tell(row.secret ?? '');
        }}
      >
        New secret
      </Act>
      <Act
        quiet
        run={async () => {
          const body = { id: webhook.id, status: turn };
          await change('PUT', `${webhooksPath}/subscriber`, `Webhook is ${turn}`, { body });
          again();
        }}
      >
        {turn === 'active' ? 'Switch on' : 'Switch off'}
      </Act>
    </>
  );
};

const Health = ({ path }: { readonly path: string }) => {
  const asked = useRead<DeliveryStatus>(`${path}/status`);
  return (
    <Panel title="Health">
      <Answered asked={asked}>
        {({ delivery_state, waiting, failed, next_due_on, last_attempt, live_secrets }) => (
          <Facts
            of={[
              ['State', <State of={delivery_state} />],
              ['Waiting', count(waiting)],
              ['Given up', count(failed)],
              ['Next try', moment(next_due_on)],
              ['Last try', last_attempt && `${moment(last_attempt.attempted_on)}: ${last_attempt.outcome}`],
              ['Live secrets', live_secrets],
            ]}
          />
        )}
      </Answered>
    </Panel>
  );
};

const Shown = (props: WebhookProps & { readonly said: Said | undefined }) => {
  const { webhook, path, said } = props;
  // A new secret makes a new version, and the page stays as it is.
  const [on, saw] = useState(props.on);
  const [secret, setSecret] = useState('');
  return (
    <Page
      title={webhook.name}
      back={{ to: at('/integrations'), name: 'Integrations' }}
      about={webhook.webhook_url}
      acts={<Acts {...props} tell={setSecret} saw={saw} />}
    >
      <ShownOnce name="The new secret" value={secret} />
      {said && <Notice kind={said.isGood ? 'good' : 'warn'}>{said.text}</Notice>}
      <div class="columns">
        <div>
          <Events {...props} on={on} />
          <DeliveriesPanel path={path} />
          <Panel title="Attempts">
            <Listing<Attempt>
              label="Attempts"
              path={`${path}/attempts`}
              columns={attemptColumns}
              empty="Nothing was sent yet. Ping it to see whether it answers."
            />
          </Panel>
        </div>
        <Health path={path} />
      </div>
    </Page>
  );
};

export const WebhookPage = () => {
  const { id = '' } = useRoute().params;
  const path = `${webhooksPath}/subscriber/${id}`;
  const asked = useSeen<SubscriberView>(path);
  // Kept here: what was said outlives the state it was said of.
  const [said, setSaid] = useState<Said | undefined>();
  return (
    <Answered asked={asked}>
      {({ row, on }) => (
        <Shown key={row.updated_on} webhook={row} path={path} on={on} again={asked.again} said={said} say={setSaid} />
      )}
    </Answered>
  );
};
