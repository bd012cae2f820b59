/** The codes of a bulk coupon: how far they are made, all of them as a file, and whose one of them is. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { CodeProgress } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import { addressOf, read } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Text } from '../../parts/field.tsx';
import { Panel } from '../../parts/page.tsx';
import { useWatched } from '../../parts/watched.ts';
import { cartPath } from '../../paths.ts';

const LookUp = ({ id }: { readonly id: string }) => {
  const [code, setCode] = useState('');
  const [said, setSaid] = useState('');
  const look = async (): Promise<void> => {
    const found = await read<{ readonly code: string; readonly is_used: boolean }>(
      `${cartPath}/coupon/${id}/codes/${encodeURIComponent(code.trim())}`,
    );
    setSaid(`${found.code} ${found.is_used ? 'was used.' : 'has not been used.'}`);
  };
  return (
    <div class="form">
      <Text name="Look a code up" value={code} onChange={setCode} />
      <Act quiet disabled={code.trim() === ''} run={look}>
        Look it up
      </Act>
      <p role="status">{said}</p>
    </div>
  );
};

export const CodesPanel = ({ id }: { readonly id: string }) => {
  const asked = useRead<Static<typeof CodeProgress>>(`${cartPath}/coupon/${id}/codes/progress`);
  const isDone = asked.answer?.is_complete ?? false;
  useWatched(asked, isDone);
  return (
    <Panel title="Codes">
      <Answered asked={asked}>
        {({ made, wanted }) => (
          <>
            <p>
              {count(made)} of {count(wanted)} made
            </p>
            <meter min={0} max={Math.max(wanted, 1)} value={made} aria-label="Codes made">
              {made}
            </meter>
            <p>
              <a class="button quiet" href={addressOf(`${cartPath}/coupon/${id}/codes`)}>
                Download CSV
              </a>
            </p>
          </>
        )}
      </Answered>
      <LookUp id={id} />
    </Panel>
  );
};
