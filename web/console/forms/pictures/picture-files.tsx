/** Pictures from this device: put up as they are chosen or dropped; the form then says where each lies. */
import { useRef, useState } from 'preact/hooks';
import type { PictureView } from '../../../../src/contract/catalog/picture-contract.ts';
import { CallProblem } from '../../../ui/call-problem.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { ask } from '../../call.ts';
import { base64 } from '../../parts/base64.ts';
import { Field } from '../../parts/field.tsx';
import { catalogPath } from '../../paths.ts';
import type { Json } from '../schema-rules.ts';
import { shrunk } from './shrink-picture.ts';

type PictureFilesProps = { readonly add: (picture: Json) => void };

const MOST_BYTES = 2_097_152;
const problemOf = (error: unknown): string =>
  (error instanceof CallProblem && error.details[0]?.message) || sentenceOf(error);

/** As a product names it. */
const putUp = async (chosen: File): Promise<Json> => {
  const { file, shape } = await shrunk(chosen);
  if (file.size > MOST_BYTES) throw new Error('This is larger than 2 MB, and cannot be made smaller here.');
  const { url } = await ask<PictureView>(`${catalogPath}/pictures`, { content: await base64(file) });
  return { url, ...(shape === undefined ? {} : { aspect_ratio: shape }) };
};

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
        latest.current.add(await putUp(file));
      } catch (error) {
        setProblem(`${file.name}: ${problemOf(error)}`);
      }
    }
    setLeft(0);
    input.value = '';
  };
  return (
    <div class="picture-files" aria-busy={left > 0}>
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
