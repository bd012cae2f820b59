/** Which city a place lies in: people know it by that, and not by the beginning of a postal code. */
import type { AreaRow } from '../../../../src/contract/catalog/delivery-contract.ts';
import { useRead } from '../../parts/answered.tsx';
import { catalogPath } from '../../paths.ts';

const MOST = 100;

export const useCities = (): ((area: string) => string | undefined) => {
  const { answer } = useRead<{ readonly items: readonly AreaRow[] }>(`${catalogPath}/areas`, { page_size: MOST });
  const cities = new Map(answer?.items.map(({ area, city }) => [area, city]));
  return (area) => (area === '*' ? 'Everywhere' : cities.get(area));
};
