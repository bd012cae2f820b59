/** Pages that belong together, one beside the other. */
import { useLocation } from 'preact-iso';
import { at } from '../session.ts';

export type Tab = { readonly to: string; readonly name: string };

export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const { path } = useLocation();
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ to, name }) => (
        <a key={to} href={at(to)} aria-current={path === at(to) ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
};
