/** Pictures from this device: put up as they are chosen or dropped; the form then says where each lies. */
import { useRef, useState } from 'preact/hooks';
import type { PictureView } from '../../../../src/contract/catalog/picture-contract.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { ask } from '../../call.ts';
import { base64 } from '../../parts/base64.ts';
import { Field } from '../../parts/field.tsx';
import { catalogPath } from '../../paths.ts';
import { shrunk } from './shrink-picture.ts';

type PictureFilesProps = { readonly add: (addresses: readonly string[]) => void };

export const PictureFiles = (props: PictureFilesProps) => {
  const [left, setLeft] = useState(0);
  const [problem, setProblem] = useState('');
  // The form may have changed while pictures were on their way.
  const latest = useRef(props);
  latest.current = props;
  const take = async (input: HTMLInputElement): Promise<void> => {
    const files = [...(input.files ?? [])];
    setProblem('');
    for (const [sent, file] of files.entries()) {
      setLeft(files.length - sent);
      try {
        const content = await base64(await shrunk(file));
        const { url } = await ask<PictureView>(`${catalogPath}/pictures`, { content });
        latest.current.add([url]);
      } catch (error) {
        setProblem(`${file.name}: ${sentenceOf(error)}`);
      }
    }
    setLeft(0);
    input.value = '';
  };
  return (
    <div class="wide" aria-busy={left > 0}>
      <Field
        name="Add pictures"
        hint="Choose them or drop them here: JPEG, PNG, WebP, AVIF or GIF. Large ones are made smaller."
      >
        <input
          type="file"
          class="drop"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onChange={({ currentTarget }) => void take(currentTarget)}
        />
      </Field>
      <p class="soft" role="status">
        {left > 0 && (left === 1 ? 'One picture is on its way …' : `${left} pictures are on their way …`)}
      </p>
      {problem !== '' && (
        <p class="warn" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};
