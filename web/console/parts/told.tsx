/** Says what the last change did, under which name the audit has it, and how a program does the same. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
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

/** A change often leads to another page, where it is told; on the page after that it is news no more. */
const PAGES_TOLD_ON = 2;
const useForgetting = (change: Change | undefined): void => {
  const { path } = useLocation();
  const pages = useRef(0);
  useEffect(() => {
    pages.current = 0;
  }, [change?.requestId]);
  useEffect(() => {
    pages.current += 1;
    if (pages.current >= PAGES_TOLD_ON) lastChange.value = undefined;
  }, [path]);
};

export const Told = () => {
  const change = lastChange.value;
  useForgetting(change);
  return (
    <div class="told" role="status">
      {change && (
        <div class="told-box">
          <span class="said">{change.said}</span>
          <span class="more">
            {may('company/audit/read') && (
              <a href={at(`/settings/audit?request_id=${encodeURIComponent(change.requestId)}`)}>Audit entry</a>
            )}
            <Copy change={change} />
          </span>
          <button
            type="button"
            class="dismiss"
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
