/** Which segments a customer is in, and why he is not in the others. */
import type { CustomerSegments } from '../../../../src/contract/customers/segment-contract.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { inWords } from '../../parts/names.ts';
import { Panel, State } from '../../parts/page.tsx';
import { customersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { conditionName, rangeWords } from './segment-words.ts';

type Check = CustomerSegments['items'][number]['checks'][number];

/** “Orders: 2, wanted are at least 5”; what fits needs no more than its value. */
const checkWords = ({ condition, value, min, max, one_of: wanted, has, holds }: Check): string => {
  const name = inWords(conditionName(condition));
  const isOneOf = wanted.length > 0;
  const known = isOneOf ? (has ?? 'none') : (value?.toLocaleString() ?? 'nothing known');
  if (holds) return `${name}: ${known}`;
  return `${name}: ${known}, wanted: ${isOneOf ? `one of ${wanted.join(', ')}` : rangeWords({ min, max })}`;
};

export const SegmentsOf = ({ id }: { readonly id: string }) => {
  const asked = useRead<CustomerSegments>(`${customersPath}/${id}/segments`);
  return (
    <Panel title="Segments">
      <Answered asked={asked}>
        {({ items }) => (
          <ul class="plain-list">
            {items.map(({ slug, name, is_in, checks }) => (
              <li key={slug}>
                <a href={at(`/customers/segments/${slug}`)}>{name}</a> <State of={is_in ? 'in' : 'not in'} />
                {checks.map((check) => (
                  <small key={check.condition} class={check.holds ? undefined : 'warn'}>
                    {checkWords(check)}
                  </small>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Panel>
  );
};
