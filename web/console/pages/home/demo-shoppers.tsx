/** The switch that keeps a demo shop alive. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { DemoShoppers as Shoppers } from '../../../../src/contract/applications/demo-shoppers-contract.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { change } from '../../call.ts';
import { count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { configurationPath } from '../../paths.ts';

const path = `${configurationPath}/demo-shoppers`;

export const DemoShoppers = () => {
  const asked = useRead<Static<typeof Shoppers>>(path);
  const [problem, setProblem] = useState('');
  const set = async (isOn: boolean): Promise<boolean> => {
    setProblem('');
    try {
      const said = isOn ? 'Demo shoppers come from now on' : 'Demo shoppers come no more';
      await change('PUT', path, said, { body: { is_on: isOn } });
      asked.again();
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    }
  };
  return (
    <Panel title="Demo shop">
      <Answered asked={asked}>
        {({ is_on, visits }) => (
          <>
            <Switch
              isOn={is_on}
              label="Demo shoppers"
              about="Made-up people look around, fill carts and order, one every two minutes, until you switch it off."
              onSwitch={set}
            />
            {visits > 0 && <p class="soft">{visits === 1 ? 'One has come.' : `${count(visits)} have come.`}</p>}
            {problem !== '' && (
              <p class="warn" role="alert">
                {problem}
              </p>
            )}
          </>
        )}
      </Answered>
    </Panel>
  );
};
