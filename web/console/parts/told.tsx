/** Says what the last change did, under which name the audit has it, and how a program does the same. */
import { useState } from 'preact/hooks';
import { asCurl, type Change, lastChange } from '../call.ts';
import { at, may } from '../session.ts';

const Copy = ({ change }: { readonly change: Change }) => {
  const [copied, setCopied] = useState('');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(asCurl(change));
    setCopied(change.requestId);
  };
  return (
    <button type="button" class="text-button" onClick={() => void copy()}>
      {copied === change.requestId ? 'Copied' : 'Copy as curl'}
    </button>
  );
};

export const Told = () => {
  const change = lastChange.value;
  return (
    <div class="told" role="status">
      {change && (
        <div class="told-box">
          <span>{change.said}</span>
          {may('company/audit/read') && (
            <a href={at(`/settings/audit?request_id=${encodeURIComponent(change.requestId)}`)}>Audit entry</a>
          )}
          <Copy change={change} />
          <button
            type="button"
            class="text-button"
            aria-label="Dismiss"
            onClick={() => {
              lastChange.value = undefined;
            }}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  );
};
