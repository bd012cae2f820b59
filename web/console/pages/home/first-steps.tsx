/** What a new shop still needs, each with the page where it is done; it goes when all is done, or when it is hidden. */
import type { Static } from 'typebox';
import type { StaffOrderList } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keptValue } from '../../../ui/kept-value.ts';
import { useValue } from '../../../ui/value.ts';
import { useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { catalogPath, clientsPath, ordersPath, peoplePath } from '../../paths.ts';
import { at, may, session, shop } from '../../session.ts';

type StepProps = { readonly to: string; readonly name: string; readonly isDone: boolean | undefined };

const Step = ({ to, name, isDone }: StepProps) => (
  <li class={isDone ? 'done' : undefined}>
    <a href={to}>
      <span class="step-mark">{isDone && <Icon name="check" />}</span>
      {name}
      {isDone ? <span class="unseen">, done</span> : <Icon name="next" />}
    </a>
  </li>
);

type Listed = { readonly items: readonly unknown[] };
/** Whether there are more of these than `few`; undefined until that is known. */
const useSome = (path: string, few = 0): boolean | undefined => {
  const { answer } = useRead<Listed>(path, { page_size: few + 1 });
  return answer && answer.items.length > few;
};
const useOrdered = (): boolean | undefined => {
  const query = { sales_channels: shop.value.id, page_size: 1 };
  const { answer } = useRead<Static<typeof StaffOrderList>>(`${ordersPath}/orders-listing`, query);
  return answer && (answer.page.total ?? 0) > 0;
};

const Steps = ({ onHide }: { readonly onHide: () => void }) => {
  const steps: readonly StepProps[] = [
    { to: at('/password'), name: 'Set a password, so that you can sign in again', isDone: session.has_password },
    { to: at('/products/import'), name: 'Bring your products', isDone: useSome(`${catalogPath}/products`) },
    { to: at('/delivery'), name: 'Say where you deliver from, and where to', isDone: useSome(`${catalogPath}/stores`) },
    {
      to: at('/settings/shipping-methods'),
      name: 'Offer ways of delivery',
      isDone: useSome(`${catalogPath}/shipping-methods`),
    },
    { to: `${session.base}/`, name: 'Order something, as a shopper does', isDone: useOrdered() },
    { to: at('/settings/people'), name: 'Invite a colleague', isDone: useSome(`${peoplePath}/operator`, 1) },
    {
      to: at('/integrations'),
      name: 'Connect another program, such as a till or your books',
      isDone: useSome(clientsPath, 1),
    },
  ];
  const isKnown = steps.every(({ isDone }) => isDone !== undefined);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (!isKnown || done === steps.length) return null;
  return (
    <Panel
      title="First steps"
      class="first-steps"
      acts={
        <button type="button" class="text-button" onClick={onHide}>
          Hide
        </button>
      }
    >
      <p class="soft">
        {done} of {steps.length} done
      </p>
      <progress max={steps.length} value={done} aria-label="First steps that are done" />
      <ul class="tasks">
        {steps.map((step) => (
          <Step key={step.name} {...step} />
        ))}
      </ul>
    </Panel>
  );
};

const needed = [
  'company/products/read',
  'company/locations/read',
  'company/orders/read',
  'organization/operators/read',
  'organization/clients/read',
];
const hidden = keptValue(`${session.organization.id}/first-steps`);

/** For whoever may look at all of it: he is the one who sets the shop up. */
export const FirstSteps = () => {
  const isHidden = useValue(hidden) !== '';
  return isHidden || !needed.every(may) ? null : <Steps onHide={() => hidden.set('hidden')} />;
};
