/** A secret that was just made: the one moment it can be copied. */
import { useState } from 'preact/hooks';
import { Notice } from '../../ui/states.tsx';

export const ShownOnce = ({ name, value }: { readonly name: string; readonly value: string }) => {
  const [copied, setCopied] = useState('');
  if (value === '') return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(value);
  };
  return (
    <Notice kind="warn">
      {name}, shown this once: <code class="secret">{value}</code>{' '}
      <button type="button" class="text-button" onClick={() => void copy()}>
        {copied === value ? 'Copied' : 'Copy'}
      </button>
    </Notice>
  );
};
