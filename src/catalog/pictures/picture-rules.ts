/** Which kind of picture bytes are: how they begin says it, never a name or a header. SVG is none of them: it can hold a program. Pure. */
type Mark = readonly [at: number, text: string];
type Kind = { readonly ending: string; readonly mediaType: string; readonly marks: readonly Mark[] };

const kinds: readonly Kind[] = [
  { ending: 'jpg', mediaType: 'image/jpeg', marks: [[0, '\u00FF\u00D8\u00FF']] },
  { ending: 'png', mediaType: 'image/png', marks: [[0, '\u0089PNG\r\n\u001A\n']] },
  {
    ending: 'gif',
    mediaType: 'image/gif',
    marks: [
      [0, 'GIF8'],
      [5, 'a'],
    ],
  },
  {
    ending: 'webp',
    mediaType: 'image/webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { ending: 'avif', mediaType: 'image/avif', marks: [[4, 'ftypavif']] },
];

const HEAD = 16;

/** The ending of its name; undefined when no browser would show it everywhere. */
export const endingOf = (bytes: Uint8Array): string | undefined => {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return kinds.find(({ marks }) => marks.every(([at, text]) => head.startsWith(text, at)))?.ending;
};

export const mediaTypeOf = (name: string): string =>
  kinds.find(({ ending }) => name.endsWith(`.${ending}`))?.mediaType ?? 'application/octet-stream';
